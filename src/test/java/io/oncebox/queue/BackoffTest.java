// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({
        "PT1S, PT10M, 1, PT1S",
        "PT1S, PT10M, 4, PT8S",
        "PT1S, PT10M, 1000000, PT10M",
        "PT10M, PT1S, 1, PT1S",
        "P200D, P36500D, 40, P36500D",
        "PT0.001S, PT0.001S, 40, PT0.001S"
    })
    void waitDoublesUpToTheCapWithJitterOverTheUpperHalf(Duration first, Duration cap, int failures, Duration longest) {
        for (int i = 0; i < 1000; i++) {
            assertThat(new Backoff(first, cap).after(failures))
                    .isBetween(Duration.ofMillis(longest.toMillis() / 2), longest);
        }
    }
}
