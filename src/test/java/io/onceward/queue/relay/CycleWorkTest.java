// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.Time;
import io.onceward.queue.machine.Ended;
import io.onceward.queue.machine.Step;
import io.onceward.queue.store.Lanes;
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
                new CycleWork(queue, cycle, POLICY, SimWorld.NO_PARTS, Time.SYSTEM).run(new NoTransactions());
        assertThat(result.kept()).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void eventsAreReadAfterTheyAreDurable() throws Exception {
        FakeQueue queue = new FakeQueue(1);
        queue.own("me", 0);
        assertThat(read(queue, List.of())).as("nothing is read").isEmpty();
        assertThat(queue.madeDurable).isZero();
        queue.add(1, "test:x");
        List<QueuedEvent> first = read(queue, List.of());
        assertThat(first).hasSize(1);
        assertThat(queue.madeDurable).isZero();

        queue.mayLoseReads = true;
        assertThat(read(queue, List.of())).hasSize(1);
        assertThat(queue.madeDurable).isOne();
        queue.add(2, "test:x");
        assertThat(read(queue, first)).as("the cycle has removed an event").hasSize(1);
        assertThat(queue.madeDurable).isOne();
        assertThat(read(queue, first)).as("the cycle found no event to remove").hasSize(1);
        assertThat(queue.madeDurable).isEqualTo(2);
    }

    private static List<QueuedEvent> read(FakeQueue queue, List<QueuedEvent> published) throws Exception {
        Lanes lanes = queue.lanes("me");
        Step.Cycle cycle = new Step.Cycle(
                lanes,
                new Ended(published, List.of(), List.of(), List.of()),
                OptionalLong.empty(),
                Optional.of(new Step.Read(lanes, ReadRange.fromHead(10), false, LeftOut.NOTHING, 0, 0, 0, false)),
                true);
        return new CycleWork(queue, cycle, POLICY, SimWorld.NO_PARTS, Time.SYSTEM)
                .run(new NoTransactions())
                .reading()
                .orElseThrow()
                .events();
    }
}
