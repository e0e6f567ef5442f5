// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.Time;
import io.onceward.queue.machine.Ended;
import io.onceward.queue.machine.Step;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The statements of a cycle, while other sessions lock rows. */
class CycleWorkTest {

    private static final RetryPolicy POLICY = new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(1), true);

    @Test
    void publishedEventWhoseLockEndsBetweenTwoStatementsIsRemoved() throws Exception {
        FakeQueue queue = new FakeQueue(1) {
            @Override
            public synchronized Set<Long> locked(List<QueuedEvent> events) {
                unlock();
                return super.locked(events);
            }
        };
        queue.own("me", 0);
        queue.add(1, "test:x");
        List<QueuedEvent> published = queue.read(queue.lanes("me"), ReadRange.fromHead(1), false, LeftOut.NOTHING, true)
                .events();
        queue.lock(1);
        Step.Cycle cycle = new Step.Cycle(
                queue.lanes("me"),
                new Ended(published, List.of(), List.of(), List.of()),
                OptionalLong.empty(),
                Optional.empty(),
                true);
        Step.Cycled result =
                new CycleWork(queue, cycle, POLICY, SimWorld.NO_METRICS, Time.SYSTEM).run(new NoTransactions());
        assertThat(result.kept()).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
    }
}
