// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

/** Reports that a check of a connection factory has no result: it has not shown that the factory is sound, nor that it is not. */
final class UndecidedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason its message is the message of this exception */
    UndecidedException(Exception reason) {
        super(reason.getMessage(), reason);
    }
}
