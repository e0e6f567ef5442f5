// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotStatisticsTest {

    private static final SlotStatistics EARLIER = new SlotStatistics("p", 5);

    @Test
    void onlyANumberThatFallsWithinAPeriodIsOfANewSlot() {
        assertThat(new SlotStatistics("p", 4).isOfNewSlot(EARLIER)).isTrue();
        assertThat(new SlotStatistics("p", 5).isOfNewSlot(EARLIER)).isFalse();
        assertThat(new SlotStatistics("p", 6).isOfNewSlot(EARLIER)).isFalse();
        assertThat(new SlotStatistics("q", 4).isOfNewSlot(EARLIER)).isFalse();
    }
}
