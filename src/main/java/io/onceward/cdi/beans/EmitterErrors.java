// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of emitters. */
final class EmitterErrors {

    private EmitterErrors() {}

    static OncewardException emitterFinished(String channel) {
        return callError(
                "0049",
                null,
                "The emitter of channel '%s' records no more events, because complete() or error()"
                        + " was called. Call these methods after the last event.",
                channel);
    }

    /** Returns the reason of a negative acknowledgement. */
    static OncewardException rolledBack(String channel) {
        return error(
                "0200",
                null,
                "An event for channel '%s' is not in the outbox, because the transaction in which it was recorded"
                        + " has not committed. Send the message again in a new transaction.",
                channel);
    }
}
