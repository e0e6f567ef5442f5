// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.Kind;

/** Errors of payloads that handlers can't take. */
public final class PayloadErrors {

    private PayloadErrors() {}

    public static OncewardException notReadable(String channel, Throwable cause) {
        return error(
                Kind.MESSAGE,
                "0092",
                cause,
                "A message for channel '%s' can't be read: %s. Onceward parks a message that it receives itself;"
                        + " any other, the broker redelivers. Correct the sender.",
                channel,
                Causes.rootMessage(cause));
    }

    static OncewardException noPayload(Object message, Class<?> type, String why) {
        return callError(
                "0321",
                null,
                "A message of class %s has no payload that can be decoded to %s: %s. Have its sender send JSON as a text, for"
                        + " example by Outbox.record. Read a map or stream message by its own methods. Onceward never"
                        + " deserializes an object message.",
                message.getClass().getName(),
                type.getName(),
                why);
    }

    /** @param why the reason, without a text of a parser, which may quote the payload */
    static OncewardException undecodable(Class<?> type, String why, Throwable cause) {
        return callError(
                "0322",
                cause,
                "The payload of a message can't be decoded to class %s: %s. Use a record, a class with setters and a public"
                        + " constructor without parameters, or a class with @JsonbCreator; or provide a PayloadCodec.",
                type.getName(),
                why);
    }

    static OncewardException valueLost(Class<?> type, String field) {
        return callError(
                "0323",
                null,
                "The payload of a message has a value for field '%s' of class %s, but JSON-B has left the field null,"
                        + " because it has no setter. Make the class a record, add a setter, or a constructor with"
                        + " @JsonbCreator.",
                field,
                type.getName());
    }

    /** The message names the kind of the cause only: what a parser says may quote the payload, which is never logged. */
    static OncewardException notDecodable(String handler, Throwable cause) {
        return error(
                "0093",
                cause,
                "The payload can't be decoded to the type that handler '%s' takes: %s. The message is parked"
                        + " without further attempts. Correct the handler and requeue the message, or discard it.",
                handler,
                Causes.root(cause).getClass().getName());
    }

    /** @param difference names of fields and types, and no values */
    static OncewardException different(String handler, String difference) {
        return error(
                "0388",
                null,
                "The payload differs from the type that handler '%s' takes: %s. The message is parked without further attempts."
                        + " Provide an Upcaster or correct the class, and requeue the message.",
                handler,
                difference);
    }

    /** @param cause the type of the cause alone, for the same reason */
    static OncewardException notDecodableYet(String handler, String cause) {
        return error(
                "0202",
                null,
                "The codec could not decode the payload of a message for handler '%s', because something that it needs"
                        + " failed: %s. The relay retries the message after a delay. Restore what the codec needs.",
                handler,
                cause);
    }

    static OncewardException laterVersion(String handler, String type) {
        return error(
                "1212",
                null,
                "An event of type '%s' has a later version than the class of handler '%s', and waits for a node with this version of the"
                        + " application. No attempt counts. Deploy that version, or set the version of the class with @EventType.",
                type,
                handler);
    }
}
