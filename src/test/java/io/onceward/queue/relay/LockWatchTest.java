// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.LogLines;
import io.onceward.queue.Time;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lock that lasts is told once with its session, and its end is told. */
class LockWatchTest {

    private static final Duration LONG = Duration.ofSeconds(31);
    private static final Duration SHORT = Duration.ofSeconds(29);

    private final LogLines log = new LogLines();
    private final FakeQueue queue = new FakeQueue(1);
    private final LockWatch watch = new LockWatch("channel orders", queue, Runnable::run, Time.SYSTEM);

    @AfterEach
    void close() {
        log.close();
    }

    private List<String> lines() {
        return log.all().stream().filter(line -> line.startsWith("OWD-116")).toList();
    }

    private Optional<Map.Entry<QueuedEvent, Duration>> locked(Duration duration) {
        queue.own("me", 0);
        queue.add(7, "jms:orders");
        QueuedEvent event = queue.read(queue.lanes("me"), ReadRange.fromHead(1), false, LeftOut.NOTHING, true)
                .pending()
                .events()
                .get(0);
        return Optional.of(Map.entry(event, duration));
    }

    @Test
    void lockedRowIsToldOnceWithItsSession() {
        watch.look(locked(SHORT), false, Duration.ZERO);
        assertThat(lines()).isEmpty();
        watch.look(locked(LONG), false, Duration.ZERO);
        watch.look(locked(LONG), false, Duration.ZERO);
        assertThat(lines())
                .containsExactly("OWD-1160: Another session has locked the row or the lane of event 7 for 31.0 s. Later"
                        + " events of its key wait; the relay of channel orders continues with other keys. End the"
                        + " transaction of the session. Session: session of 7.");
    }

    @Test
    void rowsThatStopTheQueueAreToldAtOnceAfterTheFirst() {
        watch.look(locked(LONG), false, Duration.ZERO);
        watch.look(locked(LONG), true, Duration.ZERO);
        watch.look(locked(LONG), false, Duration.ZERO);
        watch.look(locked(LONG), true, Duration.ZERO);
        assertThat(lines())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "OWD-1161: The relay of channel orders has waited 31.0 s for the database. Another session has"
                                + " locked a table or a thousand rows, or the database does not answer. No event of this queue"
                                + " goes on. End the transaction or DDL statement that holds the locks, or check the database."
                                + " Session: session of 7.");
    }

    @Test
    void lockedTableIsTold() {
        watch.look(Optional.empty(), false, SHORT);
        assertThat(lines()).isEmpty();
        watch.look(Optional.empty(), false, LONG);
        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("OWD-1161: The relay of channel orders has waited 31.0 s");
    }

    @Test
    void endOfAToldLockIsTold() {
        watch.look(locked(SHORT), false, Duration.ZERO);
        watch.look(Optional.empty(), false, Duration.ZERO);
        assertThat(lines()).isEmpty();
        watch.look(locked(LONG), false, Duration.ZERO);
        watch.look(Optional.empty(), false, Duration.ZERO);
        watch.look(Optional.empty(), false, Duration.ZERO);
        assertThat(lines())
                .hasSize(2)
                .last()
                .isEqualTo("OWD-1162: The relay of channel orders no longer waits for a lock of another session");
    }
}
