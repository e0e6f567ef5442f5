// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.Await;
import io.onceward.webhook.WebhookReceiver.Reply;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
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
        try (HeardPublisher publisher = Webhooks.publisher(Map.of("onceward.webhook-concurrency", "3"))) {
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
    void requestThatCanNotBeginInTimeDoesNotBegin() throws Exception {
        Host host = new Host(1, 0);
        assertThat(host.begin(inMillis(60_000))).isTrue();
        assertThat(host.begin(inMillis(10))).isFalse();
        host.end();
        assertThat(host.begin(inMillis(60_000))).isTrue();
    }

    private static long inMillis(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @RepeatedTest(20)
    void requestThatHasWaitedIsNotSentIfTheHostHasAskedForAPauseMeanwhile() throws Exception {
        receiver.decide(request -> {
            await(release);
            return new Reply(429, Map.of("Retry-After", "3600"));
        });
        try (HeardPublisher publisher = Webhooks.publisher(Map.of("onceward.webhook-concurrency", "1"))) {
            List<Future<?>> requests = publish(publisher, 3);
            Await.until("a request", () -> receiver.requests().size() == 1);
            Await.until("the requests that wait", () -> waiting() == 2);
            release.countDown();
            List<String> failures = new ArrayList<>();
            for (Future<?> request : requests) {
                failures.add(failure(request).substring(0, "OWD-0000".length()));
            }
            assertThat(failures).containsExactlyInAnyOrder("OWD-0290", "OWD-0292", "OWD-0292");
        }
        assertThat(receiver.requests()).hasSize(1);
    }

    /** Returns the number of requests that wait for their turn. */
    private static long waiting() {
        return Thread.getAllStackTraces().values().stream()
                .filter(frames -> Arrays.stream(frames)
                        .anyMatch(frame -> frame.getClassName().equals(Host.class.getName())
                                && frame.getMethodName().equals("begin")))
                .count();
    }

    private static String failure(Future<?> request) throws InterruptedException {
        try {
            request.get();
            return "no failure";
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        }
    }

    @Test
    void threadsOfAPublisherThatIsClosedDuringRequestsEnd() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        receiver.decide(request -> {
            await(release);
            return Reply.of(200);
        });
        for (int i = 1; i <= 10; i++) {
            int expected = i;
            try (HeardPublisher publisher = Webhooks.publisher(Map.of())) {
                Future<?> request = publish(publisher, 1).get(0);
                Await.until("a request", () -> receiver.requests().size() == expected);
                publisher.close();
                assertThat(failure(request)).startsWith("OWD-0291").contains("Onceward stops");
                assertThat(failure(publish(publisher, 1).get(0)))
                        .startsWith("OWD-0291")
                        .contains("Onceward stops");
            }
        }
        Await.until(
                "the end of the threads",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !before.contains(thread))
                        .map(Thread::getName)
                        .noneMatch(name -> name.startsWith("onceward-webhook") || name.startsWith("HttpClient-")),
                System::gc);
    }

    /** A server may keep parts of an application that it has undeployed, and so the publisher. */
    @Test
    void threadsOfAClosedPublisherEndEvenIfSomethingRefersToIt() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        HeardPublisher publisher = Webhooks.publisher(Map.of());
        publisher.publish(TestEvent.of("1", receiver.url("/")));
        publisher.close();
        Await.until(
                "the end of the threads",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !before.contains(thread))
                        .map(Thread::getName)
                        .noneMatch(name -> name.startsWith("onceward-webhook") || name.startsWith("HttpClient-")),
                System::gc);
        Reference.reachabilityFence(publisher);
    }

    @Test
    void hostThatIsBusyHoldsUpNoOther() throws Exception {
        receiver.decide(request -> {
            await(release);
            return Reply.of(200);
        });
        try (HeardPublisher publisher = Webhooks.publisher(Map.of("onceward.webhook-concurrency", "1"));
                WebhookReceiver other = new WebhookReceiver()) {
            publish(publisher, 1);
            Await.until("a request", () -> receiver.requests().size() == 1);
            publisher.publish(TestEvent.of("other", other.url("/")));
            assertThat(other.requests()).hasSize(1);
            release.countDown();
        }
    }

    @Test
    void hostGetsNoMoreRequestsInASecondThanAllowed() throws Exception {
        long start = System.nanoTime();
        try (HeardPublisher publisher = Webhooks.publisher(Map.of("onceward.webhook-rate", "10"))) {
            for (Future<?> request : publish(publisher, 11)) {
                request.get();
            }
        }
        assertThat(System.nanoTime() - start).isGreaterThan(990_000_000L);
        assertThat(receiver.requests()).hasSize(11);
    }

    @Test
    void requestsWhoseTurnIsTooLateArePostponed() throws Exception {
        List<String> failures = new ArrayList<>();
        try (HeardPublisher publisher =
                Webhooks.publisher(Map.of("onceward.webhook-rate", "1", "onceward.webhook-request-timeout", "PT2S"))) {
            for (Future<?> request : publish(publisher, 20)) {
                try {
                    request.get();
                } catch (ExecutionException e) {
                    failures.add(e.getCause().getMessage());
                }
            }
        }
        assertThat(failures).anyMatch(failure -> failure.startsWith("OWD-0293"));
    }

    private List<Future<?>> publish(HeardPublisher publisher, int events) {
        List<Future<?>> requests = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            TestEvent event = TestEvent.of("e-" + i, receiver.url("/"));
            requests.add(threads.submit(() -> {
                publisher.publish(event);
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
