// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.api.OncewardException;

/** An event can't be sent by HTTP, whatever the host answers. */
final class IllegalRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason the error that operators see */
    IllegalRequestException(OncewardException reason) {
        super(reason.getMessage(), reason, false, false);
    }

    OncewardException reason() {
        return (OncewardException) getCause();
    }
}
