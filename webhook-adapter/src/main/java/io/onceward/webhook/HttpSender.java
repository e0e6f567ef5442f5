// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends requests by HTTP 1.1, without redirects, proxies, cookies and credentials. Name resolution, connecting and reading the
 * answer run on threads of the sender, so that a request ends at its deadline whatever the host does. Thread-safe.
 */
final class HttpSender implements AutoCloseable {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);

    private final ThreadPoolExecutor executor;
    private final AddressRules addresses;
    private final Set<Exchange> inProgress = ConcurrentHashMap.newKeySet();

    /** {@code null} after the end: the client's own thread ends only when nothing refers to the client. */
    private volatile HttpClient client;

    HttpSender(Duration connectTimeout, AddressRules addresses) {
        this.addresses = addresses;
        executor = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE, // bounded by the requests that may be in progress
                KEEP_ALIVE.toMillis(),
                TimeUnit.MILLISECONDS,
                new SynchronousQueue<>(),
                threads());
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(connectTimeout)
                .executor(executor)
                .build();
    }

    private static ThreadFactory threads() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "onceward-webhook-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Sends a request and returns its complete answer.
     *
     * @param deadline by {@link System#nanoTime()}
     * @param ended is called once when nothing of the request is in progress any more, which may be after the deadline
     * @throws ExecutionException with the reason, if there is no complete answer
     * @throws TimeoutException if there is none at the deadline
     * @throws CancellationException if the sender was closed
     */
    Answer send(HttpRequest request, WebhookUrl url, long deadline, Runnable ended)
            throws ExecutionException, TimeoutException, InterruptedException {
        Future<Answer> answer = start(request, url, ended);
        try {
            return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            answer.cancel(true);
        }
    }

    private Future<Answer> start(HttpRequest request, WebhookUrl url, Runnable ended) {
        Exchange exchange = new Exchange(request, url, ended);
        inProgress.add(exchange);
        if (client == null) {
            exchange.cancel(true);
        }
        try {
            executor.execute(exchange);
        } catch (RuntimeException | Error e) {
            exchange.end();
            throw e;
        }
        return exchange;
    }

    /** One request. Unlike a task of {@link java.util.concurrent.ExecutorService#submit}, it reports its end also if it was cancelled. */
    private final class Exchange extends FutureTask<Answer> {

        private final Runnable ended;

        Exchange(HttpRequest request, WebhookUrl url, Runnable ended) {
            super(() -> exchange(request, url));
            this.ended = ended;
        }

        @Override
        public void run() {
            try {
                super.run();
            } finally {
                end();
            }
        }

        private void end() {
            inProgress.remove(this);
            ended.run();
        }
    }

    private Answer exchange(HttpRequest request, WebhookUrl url) throws IOException, InterruptedException {
        requireAllowed(url);
        if (Thread.interrupted()) {
            throw new InterruptedException("the request ended during the look-up of its host");
        }
        HttpClient current = client;
        if (current == null) {
            throw new InterruptedException("the sender was closed during the look-up of the host");
        }
        return Answer.of(current.send(request, head -> new DiscardedBody()));
    }

    /** Checks every address of the host, because the client may connect to any. The JVM caches the addresses. */
    private void requireAllowed(WebhookUrl url) throws IOException {
        for (InetAddress address : InetAddress.getAllByName(url.host())) {
            addresses.refusedKind(address).ifPresent(kind -> {
                throw WebhookErrors.refusedAddress(url.host(), address.getHostAddress(), kind);
            });
        }
    }

    /**
     * Ends the requests in progress, which fail. The threads end when they have been idle for some seconds: the client needs them
     * until then, because its own thread may never end if the executor refuses the last steps of a request. The sender forgets the
     * client, whose thread then ends after a garbage collection, even if the server still refers to parts of the application.
     */
    @Override
    public void close() {
        client = null;
        inProgress.forEach(exchange -> exchange.cancel(true));
    }
}
