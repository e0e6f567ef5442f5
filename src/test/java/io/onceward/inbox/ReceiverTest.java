// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OncewardException;
import io.onceward.fixture.Await;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import io.onceward.spi.MessageSource.UnstorableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
                messages -> "1",
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

    @Test
    void sourceLearnsWhetherOneMessageIsAtFault() throws Exception {
        OncewardException refusal = InboxErrors.notStorable("orders", "it is a test");
        assertThat(failureOf(List.of("1"), refusal))
                .isInstanceOf(UnstorableException.class)
                .hasCause(refusal);
        assertThat(failureOf(List.of("1", "2"), refusal)).isSameAs(refusal);
        IllegalStateException outage = new IllegalStateException("the database is down");
        assertThat(failureOf(List.of("1"), outage)).isSameAs(outage);
    }

    /** Returns the exception that a source gets from the sink for these messages. */
    private Exception failureOf(List<?> messages, RuntimeException ofSink) throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        FailingSource source = new FailingSource() {
            @Override
            public int receive(String origin, int limit, Duration patience, Sink sink) throws IOException {
                try {
                    sink.store(messages);
                } catch (Exception e) {
                    failure.complete(e);
                }
                throw new IOException("enough");
            }
        };
        Receiver receiver = new Receiver(
                "orders",
                "test:orders",
                source,
                stored -> {
                    throw ofSink;
                },
                () -> true,
                threads,
                new CircuitBreakers(Duration.ofMinutes(1), Duration.ofMinutes(1)),
                10);
        receiver.tick();
        Exception found = failure.get(1, TimeUnit.MINUTES);
        receiver.halt();
        return found;
    }

    /** A broker that is down. */
    private class FailingSource implements MessageSource {

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
