// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.spi.Destinations.IllegalHeader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The names of headers that an event may give to its request: tokens (RFC 9110, section 5.6.2) without a meaning of their own. */
final class HeaderName {

    private static final int MAX_LENGTH = 255;

    private static final String NOT_TOKEN = "[^A-Za-z0-9!#$%&'*+.^_`|~-]";

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    /** Names that frame or route the request, carry credentials, or are set by Onceward. */
    private static final Set<String> TAKEN = Set.of(
            "accept",
            "accept-encoding",
            "authorization",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "cookie",
            "date",
            "expect",
            "forwarded",
            "host",
            "http2-settings",
            "idempotency-key",
            "keep-alive",
            "origin",
            "referer",
            "set-cookie",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent",
            "via",
            "x-http-method",
            "x-http-method-override",
            "x-method-override",
            "x-real-ip",
            "x-rewrite-url");

    private static final List<String> TAKEN_STARTS =
            List.of("ce-", "onceward-", "proxy-", "sec-", "webhook-", "x-forwarded-", "x-original-");

    private HeaderName() {}

    /** Returns why a name is illegal; empty if it is legal. */
    static Optional<IllegalHeader> illegal(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return illegal("its name is empty or longer than 255 characters", "a name of 1 to 255 characters");
        }
        if (!TOKEN.matcher(name).matches()) {
            return illegal(
                    "names of HTTP headers consist of letters, digits and some symbols such as -",
                    "'" + free(name.replaceAll(NOT_TOKEN, "-")) + "'");
        }
        if (isTaken(name)) {
            return illegal("HTTP or Onceward gives this name a meaning", "'" + free(name) + "'");
        }
        return Optional.empty();
    }

    private static Optional<IllegalHeader> illegal(String why, String instead) {
        return Optional.of(new IllegalHeader(why, instead));
    }

    private static String free(String name) {
        return isTaken(name) ? "event-" + name : name;
    }

    /** Many receivers take _ for -, so both count as the same. */
    private static boolean isTaken(String name) {
        String folded = name.toLowerCase(Locale.ROOT).replace('_', '-');
        return TAKEN.contains(folded) || TAKEN_STARTS.stream().anyMatch(folded::startsWith);
    }
}
