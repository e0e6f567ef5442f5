// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.Pause;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pauses hold for all nodes, on every database. */
@DialectContract
abstract class PauseContract extends AdminFixture {

    @Test
    void pausedChannelWaitsOnAllNodesAndKeepsItsOrder() throws Exception {
        publisher.setDown(false);
        Map<String, String> quick = Map.of("onceward.relay.polling-interval", "PT0.001S");
        Engine here = node(nodes.declaring("orders"), quick);
        Engine there = node(nodes.declaring("orders"), quick);
        assertThat(here.outboxAdmin().pause("orders", "me")).isTrue();
        assertThat(there.outboxAdmin().pause("orders", "you")).isFalse();
        Thread.sleep(10);

        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(record(here, "orders", "key"));
            ids.add(record(there, "orders", "key"));
        }
        String other = record(here, "bills", "key");
        pollUntilPublished(here, 1);
        there.poll();
        assertThat(publisher.ids()).containsExactly(other);
        assertThat(here.outboxAdmin().paused())
                .singleElement()
                .satisfies(pause -> assertThat(pause.since())
                        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60)))
                .extracting(Pause::queue, Pause::by)
                .containsExactly("orders", "me");
        assertThat(backlog("orders").isPaused()).isTrue();
        assertThat(backlog("orders").due()).isEqualTo(10);

        Engine restarted = node(quick);
        restarted.poll();
        assertThat(publisher.ids()).as("after a restart").hasSize(1);

        assertThat(there.outboxAdmin().resume("orders", "you")).isTrue();
        assertThat(there.outboxAdmin().resume("orders", "you")).isFalse();
        pollUntilPublished(here, 11);
        assertThat(publisher.ids().subList(1, 11)).isEqualTo(ids);
    }

    @Test
    void illegalQueueNameIsNotPaused() throws SQLException {
        for (String queue : List.of("", " ", "x".repeat(256), "a\0b", "\uDC00")) {
            assertCode("OWD-0163", () -> admin.pause(queue, "me"));
            assertCode("OWD-0163", () -> admin.resume(queue, "me"));
        }
        insert(1, "'; DROP TABLE onceward_pause; --", EventState.PENDING, null);
        assertThat(admin.pause("'; DROP TABLE onceward_pause; --", "x".repeat(1000) + "\0"))
                .isTrue();
        assertThat(admin.paused()).hasSize(1);
    }

    @Test
    void queueThatDoesNotExistIsNotPaused() throws Exception {
        assertCode("OWD-0220", () -> admin.pause("ordres", "me"));
        assertCode("OWD-0220", () -> engine.inboxAdmin().pause("orders", "me"));
        assertThat(admin.paused()).isEmpty();
        assertThat(admin.backlog()).isEmpty();
        assertThat(admin.resume("ordres", "me")).isFalse();

        OutboxAdmin declaring = node(nodes.declaring("orders"), Map.of("onceward.relay.enabled", "false"))
                .outboxAdmin();
        assertThat(declaring.pause("orders", "me")).as("declared").isTrue();
        assertThat(admin.pause("orders", "you")).as("paused").isFalse();
        insert(1, "letters", EventState.PARKED, "no");
        assertThat(admin.pause("letters", "me")).as("with a row").isTrue();
        insert(1, "bills", EventState.PENDING, null);
        publisher.setDown(false);
        pollUntilPublished(engine, 1);
        assertThat(node(Map.of()).outboxAdmin().pause("bills", "me"))
                .as("with lanes and without rows")
                .isTrue();
        assertCode("OWD-0220", () -> admin.pause("mail", "me"));
        node(nodes.declaring("mail"), Map.of("onceward.relay.enabled", "false"));
        assertCode("OWD-0220", () -> engine.inboxAdmin().pause("mail", "me"));
        assertThat(admin.pause("mail", "me")).as("with a retry policy").isTrue();
    }

    @Test
    void nameThatExistsOnlyAsAPauseIsPausedAndNotUnknown() throws Exception {
        insert(1, "letters", EventState.PARKED, "no");
        assertThat(admin.pause("letters", "me")).isTrue();
        assertThat(admin.discard(EventFilter.all(), "me")).isEqualTo(1);

        assertThat(admin.pause("letters", "you")).isFalse();
        assertCode("OWD-0220", () -> engine.inboxAdmin().pause("letters", "me"));
        assertThat(admin.resume("letters", "you")).isTrue();
        assertCode("OWD-0220", () -> admin.pause("letters", "me"));
    }

    @Test
    void oneOfManyConcurrentPausesTakesEffect() throws Exception {
        insert(1, "orders", EventState.PARKED, "no");
        List<Future<Boolean>> tries = IntStream.range(0, 8)
                .mapToObj(i -> threads.submit(() -> admin.pause("orders", "number " + i)))
                .toList();
        int done = 0;
        for (Future<Boolean> each : tries) {
            done += each.get() ? 1 : 0;
        }
        assertThat(done).isEqualTo(1);
        assertThat(admin.paused()).hasSize(1);
    }

    /** Between the pause that was too late and its answer, the other operator may have resumed the queue. */
    @Test
    void concurrentPausesAndResumptionsOfOneQueueAllSucceed() throws Exception {
        insert(1, "orders", EventState.PARKED, "no");
        List<Future<?>> operators = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            operators.add(threads.submit(
                    () -> pauseAndResumeRepeatedly(Thread.currentThread().getName())));
        }
        for (Future<?> each : operators) {
            each.get();
        }
        assertThat(admin.paused()).isEmpty();
    }

    private void pauseAndResumeRepeatedly(String by) {
        for (int i = 0; i < 50; i++) {
            admin.pause("orders", by);
            admin.resume("orders", by);
        }
    }
}
