// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory.broker;

/** The broker can be reached, and refuses a message. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Exception reason;

    RefusedException(Exception reason) {
        super(reason);
        this.reason = reason;
    }

    /** Returns why. */
    public Exception reason() {
        return reason;
    }
}
