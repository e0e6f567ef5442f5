// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import io.onceward.api.InvalidCallException;

/** A refusal of a call, with a kind, which log messages show as the type that applications know. */
final class KindCallException extends InvalidCallException implements Kinded {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    KindCallException(Kind kind, String code, String text, Throwable cause) {
        super(code, text, cause);
        this.kind = kind;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public String toString() {
        return InvalidCallException.class.getName() + ": " + getMessage();
    }
}
