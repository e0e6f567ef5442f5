// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.benchmarks.contestants.Event;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventTest {

    private static final int WRITERS = 8;

    @Test
    void payloadHasItsSizeAndItsNumber() {
        for (long number : new long[] {0, 4711, Event.PROBE}) {
            Event event = Event.of(number, WRITERS);
            assertThat(event.payload()).hasSize(300);
            assertThat(Event.numberIn(event.payload())).isEqualTo(number);
        }
    }

    @Test
    void keyBelongsToOneWriter() {
        assertThat(LongStream.range(0, 100_000))
                .allMatch(number -> Event.key(number, WRITERS) % WRITERS == number % WRITERS);
    }

    @Test
    void eventsUseAllKeys() {
        assertThat(LongStream.range(0, 100_000)
                        .mapToInt(number -> Event.key(number, WRITERS))
                        .distinct()
                        .count())
                .isEqualTo(Event.keys());
    }
}
