// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.api.OncewardException;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Publishes each event by one request. Each host and port is a connection. Thread-safe. */
final class WebhookPublisher implements EventPublisher {

    /** The JVM's client leaves the connection of a malformed answer open (seen with Java 17.0.15), so there may be only few. */
    private static final Duration MALFORMED_PAUSE = Duration.ofMinutes(5);

    private final WebhookSettings settings;
    private final WebhookDestinations destinations;
    private final HttpSender sender;
    private final Hosts hosts;

    WebhookPublisher(WebhookSettings settings) {
        this.settings = settings;
        destinations = new WebhookDestinations(settings);
        sender = new HttpSender(settings.connectTimeout(), settings.addresses());
        hosts = new Hosts(settings.concurrency(), settings.rate());
    }

    /** Sends one request after the other: a receiver gets the events in their order. */
    @Override
    public void publish(List<OutboxEvent> events, Results results) {
        for (OutboxEvent event : events) {
            if (results.wants(event) && !publish(event, results)) {
                return;
            }
        }
    }

    /** Publishes an event; returns whether the host is available. */
    private boolean publish(OutboxEvent event, Results results) {
        try {
            send(event);
            results.confirmed(event);
        } catch (IllegalRequestException e) {
            results.refused(event, e.reason(), true);
        } catch (RuntimeException e) {
            Host host = hosts.known(destinations.connection(event.destination()));
            if (host != null && host.health().isUnavailable()) {
                results.unavailable(e);
                return false;
            }
            results.refused(event, e, false);
        }
        return true;
    }

    private void send(OutboxEvent event) {
        long deadline = System.nanoTime() + settings.requestTimeout().toNanos();
        WebhookUrl url = WebhookUrl.ofRow(event.destination());
        destinations.refused(url).ifPresent(reason -> {
            throw WebhookErrors.refusedDestination(event.destination(), reason);
        });
        HttpRequest request = WebhookRequests.of(event, url, secrets(url));
        Host host = hosts.get(url.connection());
        requireNoPause(url, host);
        publish(event.id(), request, url, host, deadline);
    }

    private static void requireNoPause(WebhookUrl url, Host host) {
        Instant pausedUntil = host.health().pausedUntil();
        if (pausedUntil != null) {
            OncewardException paused = WebhookErrors.paused(url.host(), pausedUntil);
            host.health().postponed(Duration.ZERO);
            throw paused;
        }
    }

    private List<SigningSecret> secrets(WebhookUrl url) {
        try {
            return settings.secrets().of(url.host());
        } catch (IllegalStateException e) {
            throw WebhookErrors.noSecretForHost(url.host(), e.getMessage(), e);
        }
    }

    /** The next request begins only after the answer was noted and nothing of this request is in progress any more. */
    private void publish(String id, HttpRequest request, WebhookUrl url, Host host, long deadline) {
        try {
            begin(url, host, deadline);
        } catch (InterruptedException e) {
            throw interrupted(url, host, e);
        }
        AtomicInteger parts = new AtomicInteger(2);
        Runnable ended = () -> {
            if (parts.decrementAndGet() == 0) {
                host.end();
            }
        };
        try {
            send(id, request, url, host, deadline, ended);
        } finally {
            ended.run();
        }
    }

    private void send(String id, HttpRequest request, WebhookUrl url, Host host, long deadline, Runnable ended) {
        try {
            decide(id, sender.send(request, url, deadline, ended), url, host);
        } catch (ExecutionException e) {
            throw failure(id, e.getCause(), url, host);
        } catch (TimeoutException e) {
            OncewardException late =
                    WebhookErrors.noAnswer(url.host(), "no complete answer within " + settings.requestTimeout(), e);
            host.health().failed(id, Duration.ZERO);
            throw late;
        } catch (CancellationException e) {
            OncewardException closed = WebhookErrors.noAnswer(url.host(), "Onceward stops", e);
            host.health().postponed(Duration.ZERO);
            throw closed;
        } catch (InterruptedException e) {
            throw interrupted(url, host, e);
        }
    }

    private static OncewardException interrupted(WebhookUrl url, Host host, InterruptedException e) {
        Thread.currentThread().interrupt();
        OncewardException interrupted = WebhookErrors.noAnswer(url.host(), "the thread was interrupted", e);
        host.health().postponed(Duration.ZERO);
        return interrupted;
    }

    /** Waits for the turn of a request. Meanwhile the host may have asked for a pause in its answer to another request. */
    private void begin(WebhookUrl url, Host host, long deadline) throws InterruptedException {
        if (!host.begin(deadline)) {
            OncewardException busy = WebhookErrors.busy(url.host(), settings.requestTimeout());
            host.health().postponed(Duration.ZERO);
            throw busy;
        }
        try {
            requireNoPause(url, host);
        } catch (OncewardException e) {
            host.end();
            throw e;
        }
    }

    /** Returns if the answer confirms the event. */
    private static void decide(String id, Answer answer, WebhookUrl url, Host host) {
        if (answer.isUnavailable()) {
            OncewardException unavailable = WebhookErrors.unavailable(url.host(), answer.status());
            if (answer.isTooMany()) {
                host.health().postponed(answer.retryAfter());
            } else {
                host.health().failed(id, answer.retryAfter());
            }
            throw unavailable;
        }
        host.health().answered(id);
        if (answer.redirects()) {
            throw WebhookErrors.redirect(url.host(), answer.status(), answer.location());
        }
        if (!answer.confirms()) {
            throw WebhookErrors.refused(url.host(), answer.status());
        }
    }

    /** Notes a request without an answer. If a connection existed, the host may have processed the event. */
    private static RuntimeException failure(String id, Throwable cause, WebhookUrl url, Host host) {
        if (cause instanceof OncewardException refused) {
            return refused; // an address that is not allowed
        }
        OncewardException noAnswer = WebhookErrors.noAnswer(url.host(), reason(cause), cause);
        if (isMalformed(cause)) {
            host.health().failed(id, MALFORMED_PAUSE);
        } else if (cause instanceof IOException && !isBeforeRequest(cause)) {
            host.health().failed(id, Duration.ZERO);
        } else {
            host.health().unreachable();
        }
        return noAnswer;
    }

    /** For an illegal {@code Content-Length}, the client throws an {@link IllegalArgumentException}. */
    private static boolean isMalformed(Throwable cause) {
        return cause instanceof ProtocolException || cause instanceof IllegalArgumentException;
    }

    private static boolean isBeforeRequest(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof UnknownHostException
                || cause instanceof SSLHandshakeException
                || cause instanceof SSLPeerUnverifiedException;
    }

    private static String reason(Throwable cause) {
        if (cause instanceof UnknownHostException) {
            return "its name can't be resolved";
        }
        if (cause instanceof SSLException) {
            return "the TLS connection failed, for example because its certificate is not trusted";
        }
        if (isMalformed(cause)) {
            return "its answer is not HTTP";
        }
        return isBeforeRequest(cause) ? "no connection" : "the connection broke before the answer was complete";
    }

    @Override
    public void close() {
        sender.close();
    }
}
