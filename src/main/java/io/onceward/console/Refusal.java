// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.OncewardException;
import io.onceward.log.AdminErrors;

/** A request that is not done. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final OncewardException why;

    Refusal(int status, OncewardException why) {
        super(why);
        this.status = status;
        this.why = why;
    }

    /** @param reason continues "The console refused this request: " */
    static Refusal illegal(String reason) {
        return new Refusal(400, AdminErrors.consoleRequestIllegal(reason));
    }

    static Refusal nothingThere() {
        return new Refusal(404, AdminErrors.consoleNothingThere());
    }

    int status() {
        return status;
    }

    OncewardException why() {
        return why;
    }
}
