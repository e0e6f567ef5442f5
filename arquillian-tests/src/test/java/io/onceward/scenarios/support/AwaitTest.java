// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class AwaitTest {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Test
    void aMachineThatStandsStillDoesNotEndTheWait() {
        AtomicInteger looks = new AtomicInteger();

        Await.until(PATIENCE, () -> "three looks", () -> {
            LockSupport.parkNanos(PATIENCE.toNanos() + 1);
            return looks.incrementAndGet() == 3;
        });

        assertThat(looks).hasValue(3);
    }

    @Test
    void theWaitIsBounded() {
        assertThatThrownBy(() -> Await.until(Duration.ofMillis(50), () -> "nothing", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PT0.05S")
                .hasMessageContaining("nothing");
    }
}
