// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import io.onceward.api.OncewardException;

/** An exception with a kind, which log messages show as the type that applications know. */
final class KindException extends OncewardException implements Kinded {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    KindException(Kind kind, String code, String text, Throwable cause) {
        super(code, text, cause);
        this.kind = kind;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public String toString() {
        return OncewardException.class.getName() + ": " + getMessage();
    }
}
