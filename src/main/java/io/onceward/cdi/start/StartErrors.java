// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import static io.onceward.log.Coded.notReadyError;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;

/** Errors of calls before the start. */
final class StartErrors {

    private StartErrors() {}

    static OncewardException notReady(Throwable cause) {
        return notReadyError(
                "0050",
                cause,
                "Onceward has not started and refuses this call. Onceward retries the start every few"
                        + " seconds. Cause: %s",
                Causes.rootMessage(cause));
    }
}
