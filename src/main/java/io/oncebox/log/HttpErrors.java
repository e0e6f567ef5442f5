// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;

/** Requests that are answered once. */
public final class HttpErrors {

    private HttpErrors() {}

    public static OnceboxException streamedResponse(String member, String type) {
        return error(
                "0130",
                null,
                "@Idempotent resource method %s has to do with %s, which is written after the method has returned, so it"
                        + " can't be stored with the effects. Return an entity that is complete, or a Response with one.",
                member,
                type);
    }

    public static OnceboxException keyOfResource(String member) {
        return error(
                "0131",
                null,
                "@Idempotent resource method %s has a key of its own, but requests are identified by the header"
                        + " Idempotency-Key. Take key, resolver or @IdempotencyKey away, or guard a method that the resource"
                        + " calls.",
                member);
    }

    public static OnceboxException responseWithoutType(String member) {
        return error(
                "0132",
                null,
                "@Idempotent resource method %s does not say what it produces, so its response can't be stored with the"
                        + " effects. Write @Produces with media types, without wildcards, on the method or its class.",
                member);
    }

    public static OnceboxException illegalIdempotencyKey(int max) {
        return error(
                "0133",
                null,
                "The request header Idempotency-Key is missing or illegal. Send it once, with 1 to %s characters, for example"
                        + " Idempotency-Key: \"8e03978e-40d5-43e8-bc93-6894a57f9324\"",
                max);
    }

    public static OnceboxException requestInProgress() {
        return error(
                "0134",
                null,
                "A request with this Idempotency-Key is being processed. Repeat it later to get its response.");
    }

    public static OnceboxException otherRequest() {
        return error(
                "0135",
                null,
                "This Idempotency-Key was used for another request: query or body differ. Send a new key with a new request.");
    }

    public static OnceboxException requestTooLarge(int max) {
        return error(
                "0136", null, "The body of the request has more than oncebox.http.max-request-size=%s bytes.", max);
    }

    public static OnceboxException resourceWithoutInterceptor(String member) {
        return error(
                "0137",
                null,
                "@Idempotent resource method %s is of no CDI bean, or of an object that the application has made itself, so"
                        + " nothing guards it. Give its class a scope, for example @RequestScoped, or make it an EJB, and let the"
                        + " container make the object.",
                member);
    }

    public static OnceboxException responseTooLarge(String member, int max) {
        return error(
                "0138",
                null,
                "The entity that @Idempotent resource method %s returned has more than oncebox.http.max-response-size=%s"
                        + " bytes. It is not stored, and the request fails. Return less, or raise the limit.",
                member,
                max);
    }

    public static OnceboxException responseNotWritable(String member, String type, String mediaType) {
        return error(
                "0139",
                null,
                "No provider writes the entity that @Idempotent resource method %s returned, %s, as %s. Declare what can be"
                        + " written in @Produces, or register a MessageBodyWriter.",
                member,
                type,
                mediaType);
    }

    public static OnceboxException resourceWithoutRequest(String member) {
        return error(
                "0140",
                null,
                "@Idempotent resource method %s was called without a request, or one that has not passed Oncebox's filter."
                        + " Leave jakarta.ws.rs.loadServices at its default; let other beans call a method of another bean.",
                member);
    }
}
