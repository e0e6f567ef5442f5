// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReaderLagTest {

    private final ReaderLag lag = new ReaderLag();

    @Test
    void readerThatHasConfirmedAllHasNoLag() {
        assertThat(at(100, 100, 0)).isZero();
        assertThat(at(200, 200, 60)).isZero();
    }

    @Test
    void lagGrowsWhileTheReaderHangs() {
        at(100, 100, 0);
        assertThat(at(200, 100, 1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(at(300, 100, 60)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void lagBeginsWithTheLastEndThatIsConfirmed() {
        at(100, 100, 0);
        at(200, 100, 10);
        at(300, 100, 20);
        assertThat(at(400, 250, 30)).isEqualTo(Duration.ofSeconds(20));
        assertThat(at(400, 400, 31)).isZero();
        assertThat(at(500, 400, 33)).isEqualTo(Duration.ofSeconds(2));
    }

    /** A node that has just started has no earlier reading. */
    @Test
    void lagBeginsWithTheFirstReadingIfItHasFoundOne() {
        assertThat(at(200, 100, 0)).isZero();
        assertThat(at(300, 100, 5)).isEqualTo(Duration.ofSeconds(5));
    }

    /** A standby that takes over may lack the end of the log. */
    @Test
    void lagBeginsAnewWhenTheLogIsShorter() {
        at(900, 900, 0);
        at(1000, 900, 10);
        assertThat(at(950, 920, 3600)).isZero();
        assertThat(at(980, 960, 3605)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void longLagIsOnlyRounded() {
        for (int second = 0; second <= 10_000; second++) {
            at(second, 0, second);
        }
        assertThat(at(10_001, 0, 10_001)).isEqualTo(Duration.ofSeconds(10_001));
        assertThat(at(10_002, 5_000, 10_002)).isBetween(Duration.ofSeconds(5_002), Duration.ofSeconds(5_100));
    }

    private Duration at(long end, long confirmed, long second) {
        return lag.at(end, confirmed, Duration.ofSeconds(second).toNanos());
    }
}
