// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** A connection may not be used now, because its check has not passed. Nothing was sent. Its cause is the reason. */
public final class UnusableConnectionException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason why the check has not passed */
    public UnusableConnectionException(Exception reason) {
        super(reason.getMessage(), reason);
    }

    /** Returns why the check has not passed. */
    Exception reason() {
        return (Exception) getCause();
    }
}
