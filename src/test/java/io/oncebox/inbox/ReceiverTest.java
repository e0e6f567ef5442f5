// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.fixture.Await;
import io.oncebox.queue.CircuitBreakers;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.MessageSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiverTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger received = new AtomicInteger();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    @AfterEach
    void end() {
        answers.countDown();
        threads.shutdownNow();
    }

    @Test
    void receiverThatWaitedForTheDatabaseDuringTheStopReceivesNothing() throws Exception {
        CircuitBreakers breakers = new CircuitBreakers(Duration.ofMillis(1), Duration.ofMillis(1));
        Receiver receiver = new Receiver(
                "orders",
                "test:orders",
                new FailingSource(),
                messages -> {},
                () -> {
                    asked.countDown();
                    return answers.await(1, TimeUnit.MINUTES);
                },
                threads,
                breakers,
                10);
        Await.until("a question to the database", () -> asked.getCount() == 0, receiver::tick);
        receiver.halt();
        int before = received.get();
        answers.countDown();
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(received).hasValue(before);
    }

    /** A broker that is down. */
    private final class FailingSource implements MessageSource {

        @Override
        public String origin(ChannelSettings settings) {
            throw new AssertionError("the origin is known");
        }

        @Override
        public void verify(ChannelSettings settings, String origin) {
            throw new AssertionError("the origin is known");
        }

        @Override
        public int receive(String origin, int limit, Duration patience, Sink sink) throws IOException {
            received.incrementAndGet();
            throw new IOException("the broker is down");
        }
    }
}
