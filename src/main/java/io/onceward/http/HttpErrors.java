// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Kind;

/** Errors of requests to idempotent resources. */
public final class HttpErrors {

    private HttpErrors() {}

    static OncewardException illegalIdempotencyKey(int max) {
        return error(
                "0133",
                null,
                "The request header Idempotency-Key is missing or invalid. Send the header once, with 1 to %s"
                        + " characters, for example Idempotency-Key: \"8e03978e-40d5-43e8-bc93-6894a57f9324\"",
                max);
    }

    static OncewardException requestInProgress() {
        return error(
                "0134",
                null,
                "Another request with this Idempotency-Key is still being processed. Repeat the"
                        + " request later to get its response.");
    }

    static OncewardException otherRequest() {
        return error(
                "0135",
                null,
                "This Idempotency-Key was already used for a request with another query or body."
                        + " Send each new request with a new key.");
    }

    static OncewardException requestTooLarge(int max) {
        return error(
                "0136",
                null,
                "The request body has more than onceward.http.max-request-size=%s bytes. Send a smaller body, or"
                        + " raise the limit.",
                max);
    }

    static OncewardException resourceWithoutInterceptor(String member) {
        return error(
                "0137",
                null,
                "@Idempotent has no effect on resource method %s: its class is not a CDI bean, or the"
                        + " application created the object. Give the class a scope, for example @RequestScoped, or make it"
                        + " an EJB, and let the container create the object.",
                member);
    }

    static OncewardException responseTooLarge(String member, int max) {
        return error(
                "0138",
                null,
                "The entity of @Idempotent resource method %s has more than onceward.http.max-response-size=%s"
                        + " bytes, so the response is not stored and the request fails. Return less, or raise the"
                        + " limit.",
                member,
                max);
    }

    static OncewardException responseNotWritable(String member, String type, String mediaType) {
        return error(
                "0139",
                null,
                "@Idempotent resource method %s returns an entity of class %s, which no MessageBodyWriter"
                        + " writes as %s. Choose a media type that the server can write, or register a"
                        + " MessageBodyWriter.",
                member,
                type,
                mediaType);
    }

    /** Returns whether an exception is {@link #noTenant}. */
    static boolean isNoTenant(OncewardException failure) {
        return Kind.of(failure) == Kind.TENANT;
    }

    public static OncewardException noTenant(String type) {
        return error(
                Kind.TENANT,
                "0204",
                null,
                "TenantResolver %s returned no tenant for this request, so the request is not processed. For each"
                        + " request to an @Idempotent resource method, return a text that is not blank, or throw an"
                        + " exception that the application maps to a response.",
                type);
    }

    public static OncewardException resourceWithoutRequest(String member) {
        return error(
                "0140",
                null,
                "@Idempotent resource method %s was called without an HTTP request that passed"
                        + " Onceward's filter. In other beans, call a method that is not a resource method. For"
                        + " HTTP requests, keep jakarta.ws.rs.loadServices at its default, so that the filter"
                        + " is active.",
                member);
    }
}
