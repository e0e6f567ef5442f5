// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

/** Ends a transaction that the application's method has marked for rollback, and carries what the method returned. */
final class MarkedForRollback extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Object returned;

    MarkedForRollback(Object returned) {
        super("the method has marked its transaction for rollback", null, false, false);
        this.returned = returned;
    }

    Object returned() {
        return returned;
    }
}
