// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.log.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of emitters and their messages. They contain no payloads. */
final class BeansLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private BeansLog() {}

    static void emitterRefused(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1020: Emitter.send recorded no event on channel ''{0}''. The returned stage"
                        + " fails, and an active transaction is marked for rollback. Cause: {1}",
                channel,
                cause.getMessage());
    }

    static void notAcknowledged(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1104: A message of channel ''{0}'' could not be acknowledged; the transaction of its event has"
                        + " already ended or is marked for rollback, and stays so. Correct the callback of the"
                        + " message. Cause: {1}",
                channel,
                Causes.chain(cause));
    }

    static void emitterFailed(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1021: The application ended the emitter of channel ''{0}'' with an error: {1}",
                channel,
                cause);
    }
}
