// SPDX-License-Identifier: Apache-2.0
package io.oncebox.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.fixture.Await;
import io.oncebox.queue.AppendStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class CaptureWatchTest {

    private static final CaptureReading GOOD = new CaptureReading(List.of(), Optional.empty(), true);

    /** As when the connection of the check hangs, while the application gets other connections. */
    @Test
    void eventsCountAsLostIfTheDatabaseDoesNotAnswerForTooLong() throws Exception {
        Executor hanging = task -> {};
        CaptureWatch watch =
                new CaptureWatch("shop", new Store(), List::of, hanging, Duration.ofMillis(1), Duration.ofMillis(50));
        watch.read();
        assertThat(watch.last().losesEvents()).isFalse();
        Await.until("the end of the patience", () -> watch.last().losesEvents(), watch::tick);
        assertThat(watch.last().text()).startsWith("The database has not answered this check for ");
        watch.read();
        assertThat(watch.last()).isSameAs(GOOD);
    }

    private static final class Store implements CaptureStore {

        @Override
        public CaptureReading read() {
            return GOOD;
        }

        @Override
        public AppendStore events() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int countKept(int limit) {
            return 0;
        }
    }
}
