// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** Another transaction has locked the row of an event, and nothing was done. */
public final class LockedRowException extends Exception {

    private static final long serialVersionUID = 1L;

    public LockedRowException() {
        super("Another session has locked the row", null, false, false);
    }
}
