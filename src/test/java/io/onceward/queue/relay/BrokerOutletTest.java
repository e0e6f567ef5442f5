// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventState;
import io.onceward.fixture.TestPublisher;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Events whose payloads are encoded in their rows are published in parts of a batch. */
class BrokerOutletTest {

    private static final int SIZE = 400_000;

    private final StoredPayloads payloads = new StoredPayloads(List.of(), SIZE, 1);
    private final List<List<String>> calls = new ArrayList<>();
    private final Set<String> unreported = new HashSet<>();
    private final Set<String> notWantedOnce = new HashSet<>();
    private final Set<QueuedEvent> heard = new HashSet<>();

    private final class Publisher extends TestPublisher {

        @Override
        public void publish(List<OutboxEvent> events, Results results) {
            calls.add(events.stream().map(OutboxEvent::id).toList());
            events.stream().filter(event -> !unreported.contains(event.id())).forEach(results::confirmed);
        }
    }

    private final class Outcomes implements Outlet.Outcomes {

        @Override
        public boolean wants(QueuedEvent event) {
            return !heard.contains(event) && !notWantedOnce.remove(event.event().id());
        }

        @Override
        public void confirmed(QueuedEvent event) {
            heard.add(event);
        }

        @Override
        public void removed(QueuedEvent event) {
            heard.add(event);
        }

        @Override
        public void left(QueuedEvent event) {
            heard.add(event);
        }

        @Override
        public void refused(QueuedEvent event, Refusal refusal) {
            heard.add(event);
        }

        @Override
        public void unavailable(Exception reason) {
            throw new AssertionError(reason);
        }
    }

    private QueuedEvent event(int position, String key) {
        RecordedEvent event = new RecordedEvent(
                "e" + position, "orders", key, "T", new byte[SIZE], "text/plain", Map.of(), "test:x", 0, null);
        return new QueuedEvent(
                position,
                EventState.PENDING,
                0,
                key == null ? null : new OrderKey("orders", key),
                payloads.encode("gzip", event),
                0,
                null);
    }

    private void publish(List<QueuedEvent> events) throws Exception {
        new BrokerOutlet(new Publisher(), "test", "here", payloads).publish(events, new Outcomes());
    }

    @Test
    void aPartHasAboutAMegabyte() throws Exception {
        publish(IntStream.range(0, 7).mapToObj(i -> event(i, null)).toList());
        assertThat(calls).containsExactly(List.of("e0", "e1", "e2"), List.of("e3", "e4", "e5"), List.of("e6"));
    }

    @Test
    void nothingFollowsAnEventOfWhichNothingWasHeard() throws Exception {
        unreported.add("e1");
        publish(IntStream.range(0, 7).mapToObj(i -> event(i, "k")).toList());
        assertThat(calls).containsExactly(List.of("e0", "e1", "e2"));
    }

    /** A circuit breaker may close between two questions. */
    @Test
    void laterEventsOfAKeyWaitForOneThatWasNotWanted() throws Exception {
        notWantedOnce.add("e0");
        publish(List.of(event(0, "k"), event(1, "k"), event(2, "l"), event(3, null)));
        assertThat(calls).containsExactly(List.of("e2", "e3"));
    }
}
