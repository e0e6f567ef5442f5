// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OncewardException;

/** The finding of a check: messages would be lost by this connection factory. */
final class UnsoundException extends OncewardException {

    private static final long serialVersionUID = 1L;

    UnsoundException(String code, String text, Throwable cause) {
        super(code, text, cause);
    }

    /** Shows the type that applications know. */
    @Override
    public String toString() {
        return OncewardException.class.getName() + ": " + getMessage();
    }
}
