// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** The header {@code Retry-After}: seconds or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {

    /** The longest pause, whatever the receiver asks for. */
    static final Duration MAX = Duration.ofMinutes(10);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private RetryAfter() {}

    /** Returns the pause, from zero to {@link #MAX}; zero if the value is malformed. */
    static Duration parse(String value, Instant now) {
        Duration pause = parsed(value.strip(), now);
        return pause.isNegative() ? Duration.ZERO : pause.compareTo(MAX) > 0 ? MAX : pause;
    }

    private static Duration parsed(String value, Instant now) {
        if (SECONDS.matcher(value).matches()) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return MAX;
        }
        try {
            return Duration.between(
                    now,
                    ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }
}
