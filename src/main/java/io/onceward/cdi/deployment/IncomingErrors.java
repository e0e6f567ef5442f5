// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of the annotation {@code @Incoming}, and of the types of payloads. */
public final class IncomingErrors {

    private IncomingErrors() {}

    static OncewardException classNotMade(String member, Class<?> type, String why) {
        return deploymentError(
                "0338",
                null,
                "JSON-B can't decode payloads or results of method %s to class %s: %s. Use a record, a class with setters and"
                        + " a public constructor without parameters, or a class with @JsonbCreator; or provide a"
                        + " PayloadCodec.",
                member,
                type.getName(),
                why);
    }

    public static OncewardException unusableIncoming(String member, String why, String instead) {
        return deploymentError("0098", null, "@Incoming method %s can't be a handler: %s. %s", member, why, instead);
    }

    static OncewardException uselessFailurePolicy(String element) {
        return deploymentError(
                "0102",
                null,
                "@FailurePolicy has no effect on %s. Move the annotation to an @Incoming method of Onceward, or to"
                        + " its class.",
                element);
    }
}
