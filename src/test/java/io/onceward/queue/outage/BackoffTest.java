// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
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

    /** As on GlassFish, and in a run-time image without the module {@code jdk.random}. */
    @Test
    void delayNeedsNoRandomNumbersOfAnotherModule() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--limit-modules",
                        "java.base",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneDelay.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(Duration.parse(output.strip())).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    /** A program that prints a delay. */
    static final class OneDelay {

        private OneDelay() {}

        public static void main(String[] arguments) {
            System.out.println(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1)).after(1));
        }
    }
}
