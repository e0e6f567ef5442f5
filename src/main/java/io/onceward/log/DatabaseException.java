// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import io.onceward.api.OncewardException;

/** A refusal of the database, whose cause is named without the codes of any database. */
final class DatabaseException extends OncewardException {

    private static final long serialVersionUID = 1L;

    private final DatabaseFailure failure;

    DatabaseException(String code, String text, Throwable cause, DatabaseFailure failure) {
        super(code, text, cause);
        this.failure = failure;
    }

    DatabaseFailure failure() {
        return failure;
    }
}
