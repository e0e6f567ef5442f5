// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CachedTest {

    private final AtomicInteger source = new AtomicInteger();

    @Test
    void expiredValueIsComputedAgain() throws InterruptedException {
        Cached<Integer> cached = new Cached<>(source::incrementAndGet, Duration.ofMillis(5));
        assertThat(cached.get()).isEqualTo(1);
        Thread.sleep(10);
        assertThat(cached.get()).isEqualTo(2);
    }

    @Test
    void freshValueIsKeptUntilItIsForgotten() {
        Cached<Integer> cached = new Cached<>(source::incrementAndGet, Duration.ofHours(1));
        assertThat(cached.get()).isEqualTo(1);
        assertThat(cached.get()).isEqualTo(1);
        cached.forget();
        assertThat(cached.get()).isEqualTo(2);
    }
}
