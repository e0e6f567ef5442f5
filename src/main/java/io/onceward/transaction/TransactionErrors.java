// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of the transaction of the calling thread. */
final class TransactionErrors {

    private TransactionErrors() {}

    static OncewardException undone(String datasource) {
        return error(
                "0221",
                null,
                "The transaction in datasource '%s' is no longer the one in which Onceward recorded an event or claimed a"
                        + " message: it was undone, completely or back to a savepoint, and the application continued. Onceward"
                        + " rolled it back. Let the exception of a deadlock, conflict or timeout leave the method, set"
                        + " savepoints only after the first event or claim, and repeat the call.",
                datasource);
    }
}
