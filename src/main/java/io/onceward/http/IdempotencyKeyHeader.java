// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request header {@code Idempotency-Key} of draft-ietf-httpapi-idempotency-key-header-07: a string of a structured
 * field (RFC 9651, section 3.3.3), in quotes. The same text without quotes, which most clients send, counts as the same key.
 */
final class IdempotencyKeyHeader {

    static final String NAME = "Idempotency-Key";

    static final int MAX_LENGTH = 255;

    /** Longest header, with each character escaped. On longer ones, a pattern with alternatives may overflow the stack. */
    private static final int MAX_HEADER = 2 * MAX_LENGTH + 2;

    private static final Pattern QUOTED =
            Pattern.compile("\"((?:[\\x20-\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\"\\\\])+)\"");

    /** The characters of a token (RFC 9651, section 3.3.4), at any position, so that a UUID may begin with a digit. */
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~:/-]+");

    private IdempotencyKeyHeader() {}

    /** Returns the key; empty if the header is missing, repeated or illegal. */
    static Optional<String> parse(List<String> values) {
        if (values == null || values.size() != 1) {
            return Optional.empty();
        }
        return parse(values.get(0).strip()).filter(key -> !key.isBlank() && key.length() <= MAX_LENGTH);
    }

    private static Optional<String> parse(String value) {
        if (value.length() > MAX_HEADER) {
            return Optional.empty();
        }
        Matcher quoted = QUOTED.matcher(value);
        if (quoted.matches()) {
            return Optional.of(quoted.group(1).replaceAll("\\\\(.)", "$1"));
        }
        return BARE.matcher(value).matches() ? Optional.of(value) : Optional.empty();
    }
}
