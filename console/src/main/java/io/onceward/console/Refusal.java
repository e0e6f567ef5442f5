// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.OncewardException;

/** A request that is not done. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final OncewardException why;
    private final boolean loginMissing;

    Refusal(int status, OncewardException why) {
        this(status, why, false);
    }

    private Refusal(int status, OncewardException why, boolean loginMissing) {
        super(why);
        this.status = status;
        this.why = why;
        this.loginMissing = loginMissing;
    }

    /** Refuses each request to an application in which nobody can log in. */
    static Refusal withoutLogin() {
        return new Refusal(403, ConsoleErrors.consoleWithoutLogin(), true);
    }

    /** @param reason continues "The console refused this request: " */
    static Refusal illegal(String reason) {
        return new Refusal(400, ConsoleErrors.consoleRequestIllegal(reason));
    }

    static Refusal nothingThere() {
        return new Refusal(404, ConsoleErrors.consoleNothingThere());
    }

    int status() {
        return status;
    }

    OncewardException why() {
        return why;
    }

    boolean loginMissing() {
        return loginMissing;
    }
}
