// SPDX-License-Identifier: Apache-2.0
package io.oncebox.console;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.AdminErrors;

/** A request that is not done. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final OnceboxException why;

    Refusal(int status, OnceboxException why) {
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

    OnceboxException why() {
        return why;
    }
}
