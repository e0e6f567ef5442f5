// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import jakarta.transaction.Status;

/** The constants of {@link Status} in words. */
public final class TransactionStatus {

    private TransactionStatus() {}

    public static String name(int status) {
        return switch (status) {
            case Status.STATUS_ACTIVE -> "active";
            case Status.STATUS_MARKED_ROLLBACK -> "marked for rollback";
            case Status.STATUS_PREPARED, Status.STATUS_PREPARING -> "preparing";
            case Status.STATUS_COMMITTED, Status.STATUS_COMMITTING -> "committing or committed";
            case Status.STATUS_ROLLEDBACK, Status.STATUS_ROLLING_BACK -> "rolling back or rolled back";
            case Status.STATUS_NO_TRANSACTION -> "not active";
            default -> "in an unknown state (" + status + ")";
        };
    }
}
