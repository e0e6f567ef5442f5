// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.outbox.capture.CaptureReading;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class CaptureWatchTest {

    private static final Duration PATIENCE = Duration.ofMillis(50);

    private static final CaptureNeeds ALL = new CaptureNeeds(List.of(), Optional.empty());

    private static final CaptureReading GOOD = new CaptureReading(List.of(), Optional.empty());

    /** As when the connection of the check hangs, while the application gets other connections. */
    @Test
    void eventsCountAsLostIfTheDatabaseDoesNotAnswerForTooLong() throws Exception {
        Executor hanging = task -> {};
        CaptureWatch watch = watch(hanging, Duration.ofMillis(1));
        watch.read();
        assertThat(watch.last().losesEvents()).isFalse();
        Await.until("the end of the patience", () -> watch.last().losesEvents(), watch::tick);
        assertThat(watch.last().text()).startsWith("The database has not answered this check for ");
        watch.read();
        assertThat(watch.last()).isEqualTo(GOOD);
    }

    /** Nothing reads between two polls. */
    @Test
    void eventsAreNotLostWhileTheNextPollIsNotDue() throws Exception {
        CaptureWatch watch = watch(Runnable::run, Duration.ofHours(1));
        watch.read();
        Thread.sleep(2 * PATIENCE.toMillis());
        assertThat(watch.last()).isEqualTo(GOOD);
    }

    private static CaptureWatch watch(Executor executor, Duration polling) {
        return new CaptureWatch("shop", new Store(), List::of, executor, Duration.ofMillis(1), polling, PATIENCE);
    }

    /** Liveness shows it, because the check would not be repeated until the connection fails. */
    @Test
    void readingThatHangsIsInItsStep() throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        CaptureWatch watch = watch(tasks::add, Duration.ofMillis(1));
        assertThat(watch.inStep()).isZero();
        watch.tick();
        Await.until("a reading that hangs", () -> watch.inStep().toMillis() > 100, watch::tick);
        assertThat(tasks).hasSize(1);
        tasks.remove().run();
        assertThat(watch.inStep()).isZero();
    }

    /** The start has looked for them before, and refuses each with its own code. */
    @Test
    void firstReadingLooksForNoRelayAndNoEvents() {
        Store store = new Store();
        store.kept = 1;
        CaptureWatch watch = new CaptureWatch(
                "shop", store, () -> List.of("orders"), Runnable::run, Duration.ofMinutes(1), Duration.ZERO);
        assertThat(watch.open()).isEqualTo(GOOD);
        assertThat(watch.read().text())
                .contains("Another node relays the channels orders.")
                .contains("The outbox has events");
    }

    /** Some databases do not say since when a slot has no reader. */
    @Test
    void slotThatIsCreatedAnewHasNoLagOfTheOneBefore() throws Exception {
        Store store = new Store();
        CaptureWatch watch =
                new CaptureWatch("shop", store, List::of, Runnable::run, Duration.ofMinutes(1), Duration.ZERO);
        CaptureNeeds withoutReader = new CaptureNeeds(
                List.of(), Optional.of(new CaptureNeeds.SlotRow("s", false, null, 200, 100, null, null)));
        store.needs = withoutReader;
        watch.read();
        Thread.sleep(100);
        assertThat(watch.read().slot().orElseThrow().lag()).isGreaterThanOrEqualTo(PATIENCE);
        store.needs = ALL;
        watch.read();
        store.needs = withoutReader;
        assertThat(watch.read().slot().orElseThrow().lag()).isZero();
    }

    private static final class Store implements CaptureStore {

        private CaptureNeeds needs = ALL;
        private int kept;

        @Override
        public CaptureNeeds read() {
            return needs;
        }

        @Override
        public int countKept(int limit) {
            return Math.min(kept, limit);
        }
    }
}
