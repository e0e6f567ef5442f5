// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.payload;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Kind;

/** Errors of encoded payloads. They have no part of a payload. */
final class ChainErrors {

    private ChainErrors() {}

    static OncewardException noKeys(String key, int beans) {
        return deploymentError(
                "1222",
                null,
                "%s contains 'encrypt', which needs one PayloadKeys, but the application has %s. Provide one: as a CDI bean, or to"
                        + " the builder.",
                key,
                beans);
    }

    static OncewardException notEncrypted(String channel, Exception cause) {
        return error(
                "1223",
                cause,
                "A payload of channel '%s' can't be encrypted: the PayloadKeys of the application failed, or have no usable current key"
                        + " (%s). Nothing is stored. Restore the key.",
                channel,
                cause.getClass().getName());
    }

    static OncewardException waits(String id, String why, Exception cause) {
        return error(
                Kind.TRANSIENT,
                "1224",
                cause,
                "The payload of '%s' can't be decoded on this node: %s. It waits, and no attempt counts. Provide what is missing.",
                id,
                why);
    }

    static OncewardException damaged(String id, String why, Exception cause) {
        return error(
                Kind.MESSAGE,
                "1225",
                cause,
                "The stored payload of '%s' can't be decoded: %s. It is parked without further attempts. Correct the cause and requeue it,"
                        + " or discard it.",
                id,
                why);
    }
}
