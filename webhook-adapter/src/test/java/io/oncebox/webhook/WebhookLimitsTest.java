// SPDX-License-Identifier: Apache-2.0
package io.oncebox.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.fixture.Await;
import io.oncebox.webhook.WebhookReceiver.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookLimitsTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch release = new CountDownLatch(1);
    private WebhookReceiver receiver;

    @BeforeEach
    void start() throws Exception {
        receiver = new WebhookReceiver();
    }

    @AfterEach
    void stop() {
        release.countDown();
        receiver.close();
        threads.shutdownNow();
    }

    @Test
    void hostGetsNoMoreRequestsAtTheSameTimeThanAllowed() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        receiver.decide(request -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            await(release);
            now.decrementAndGet();
            return Reply.of(200);
        });
        try (WebhookPublisher publisher = Webhooks.publisher(Map.of("oncebox.webhook-concurrency", "3"))) {
            List<Future<?>> requests = publish(publisher, 12);
            Await.until("three requests", () -> now.get() == 3);
            release.countDown();
            for (Future<?> request : requests) {
                request.get();
            }
        }
        assertThat(most).hasValue(3);
        assertThat(receiver.requests()).hasSize(12);
    }

    @Test
    void requestThatCanNotBeginInTimeIsPostponed() throws Exception {
        receiver.decide(request -> {
            await(release);
            return Reply.of(200);
        });
        try (WebhookPublisher publisher = Webhooks.publisher(
                Map.of("oncebox.webhook-concurrency", "1", "oncebox.webhook-request-timeout", "PT5S"))) {
            publish(publisher, 1);
            Await.until("a request", () -> receiver.requests().size() == 1);
            try (WebhookReceiver other = new WebhookReceiver()) {
                publisher.publishAlone(TestEvent.of("other", other.url("/")));
            }
            assertThatThrownBy(() -> publisher.publishAlone(TestEvent.of("late", receiver.url("/"))))
                    .hasMessageStartingWith("OBX-0293");
            assertThatThrownBy(() -> publisher.reach("webhook 127.0.0.1:" + receiver.port()))
                    .hasMessageStartingWith("OBX-0293");
        }
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void hostGetsNoMoreRequestsInASecondThanAllowed() throws Exception {
        long start = System.nanoTime();
        try (WebhookPublisher publisher = Webhooks.publisher(Map.of("oncebox.webhook-rate", "10"))) {
            for (Future<?> request : publish(publisher, 11)) {
                request.get();
            }
        }
        assertThat(System.nanoTime() - start).isGreaterThan(990_000_000L);
        assertThat(receiver.requests()).hasSize(11);
    }

    @Test
    void requestWhoseTurnIsTooLateIsPostponedAtOnce() throws Exception {
        try (WebhookPublisher publisher =
                Webhooks.publisher(Map.of("oncebox.webhook-rate", "1", "oncebox.webhook-request-timeout", "PT0.5S"))) {
            publisher.publishAlone(TestEvent.of("first", receiver.url("/")));
            assertThatThrownBy(() -> publisher.publishAlone(TestEvent.of("second", receiver.url("/"))))
                    .hasMessageStartingWith("OBX-0293");
        }
    }

    private List<Future<?>> publish(WebhookPublisher publisher, int events) {
        List<Future<?>> requests = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            TestEvent event = TestEvent.of("e-" + i, receiver.url("/"));
            requests.add(threads.submit(() -> {
                publisher.publishAlone(event);
                return null;
            }));
        }
        return requests;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
