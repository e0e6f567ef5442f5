// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * The answer of a host.
 *
 * @param location the host that a redirect leads to; empty if it names none
 */
record Answer(int status, Duration retryAfter, String location) {

    private static final int MAX_HOST = 253;

    private static final int TOO_MANY = 429;

    /** The host, or a gateway before it, can't take requests at the moment. */
    private static final Set<Integer> UNAVAILABLE = Set.of(408, 425, TOO_MANY, 502, 503, 504);

    static Answer of(HttpResponse<Void> response) {
        Duration pause = response.headers()
                .firstValue("Retry-After")
                .map(value -> RetryAfter.parse(value, Instant.now()))
                .orElse(Duration.ZERO);
        return new Answer(
                response.statusCode(),
                pause,
                response.headers().firstValue("Location").map(Answer::host).orElse(""));
    }

    /** Returns only the host: the receiver chooses the text, and the rest of it may be a secret. */
    private static String host(String location) {
        try {
            String host = URI.create(location).getHost();
            return host == null || host.length() > MAX_HOST ? "" : host;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    boolean confirms() {
        return status >= 200 && status < 300;
    }

    boolean redirects() {
        return status >= 300 && status < 400;
    }

    boolean isUnavailable() {
        return UNAVAILABLE.contains(status);
    }

    /** Returns whether the host has got too many requests, whatever is in them. */
    boolean isTooMany() {
        return status == TOO_MANY;
    }
}
