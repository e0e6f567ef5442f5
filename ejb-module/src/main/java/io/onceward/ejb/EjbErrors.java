// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of the transactions of enterprise beans. */
final class EjbErrors {

    private EjbErrors() {}

    static OncewardException notCommitted() {
        return error(
                "0054",
                null,
                "The server rolled back a transaction instead of committing it. The usual reason is the"
                        + " transaction timeout. Raise the timeout, or lower onceward.relay.batch-size.");
    }
}
