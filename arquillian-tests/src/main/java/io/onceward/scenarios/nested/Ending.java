// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

/** The ways in which an inner transaction ends. */
public enum Ending {
    /** By its commit. */
    COMMIT,

    /** By an exception of the method. */
    EXCEPTION,

    /** By a commit after {@code setRollbackOnly}. */
    ROLLBACK_ONLY,

    /** By a commit at which the database refuses a row. */
    FAILING_COMMIT
}
