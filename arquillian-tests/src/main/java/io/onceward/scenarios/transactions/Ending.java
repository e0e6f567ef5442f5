// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.transactions;

/** The ways in which a transaction ends. */
public enum Ending {
    /** By its commit. */
    COMMIT,

    /** By an exception of the business method. */
    EXCEPTION,

    /** By a commit that the database refuses, with a deferred constraint. */
    REFUSED_COMMIT
}
