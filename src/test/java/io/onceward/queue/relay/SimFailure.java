// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** What a simulated node sees: its database fails, or it has crashed itself. */
final class SimFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SimFailure(String message) {
        super(message, null, false, false);
    }
}
