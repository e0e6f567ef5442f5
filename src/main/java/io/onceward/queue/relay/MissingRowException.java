// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** The row of an event is not as it was read: an operator or another node has changed or removed it, and nothing was done. */
public final class MissingRowException extends Exception {

    private static final long serialVersionUID = 1L;

    public MissingRowException() {
        super("The row has changed", null, false, false);
    }
}
