// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "120, PT2M",
        "' 120 ', PT2M",
        "601, PT10M",
        "999999999, PT10M",
        "99999999999999999999, PT10M",
        "'Thu, 01 Jan 2026 00:00:30 GMT', PT30S",
        "'Thu, 01 Jan 2026 05:00:00 GMT', PT10M",
        "'Wed, 31 Dec 2025 23:00:00 GMT', PT0S",
        "-5, PT0S",
        "soon, PT0S",
        "'', PT0S",
        "1.5, PT0S"
    })
    void pauseIsBounded(String value, Duration pause) {
        assertThat(RetryAfter.parse(value, NOW)).isEqualTo(pause);
    }
}
