// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {

    private static final Outage YOUNG = outage("refused", 5, "orders", "letters");
    private static final Outage OLD = outage("no route", 90, "returns", "letters");

    @Test
    void ofTwoRelaysTheOlderOneCountsWithTheQueuesOfBoth() {
        Outage both = outage("no route", 90, "letters", "orders", "returns");
        assertThat(YOUNG.and(OLD)).isEqualTo(both);
        assertThat(OLD.and(YOUNG)).isEqualTo(both);
    }

    private static Outage outage(String cause, long seconds, String... queues) {
        return new Outage(Resource.connection("jms", "jms/shop"), cause, Duration.ofSeconds(seconds), List.of(queues));
    }
}
