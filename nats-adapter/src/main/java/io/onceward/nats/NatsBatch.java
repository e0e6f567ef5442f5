// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.api.PublishAck;
import io.onceward.api.OncewardException;
import io.onceward.spi.EventPublisher.Results;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Publishes events in waves, and reports what becomes of each. A stream may refuse or lose one message and store the next one, so an event is sent only after the
 * stream has acknowledged the earlier events of its key. Used once, by one thread.
 */
final class NatsBatch {

    private final NatsSession session;
    private final Duration ackTimeout;
    private final Results results;
    private final DuplicateCheck duplicates;
    private final FailureSearch search;
    private final List<List<Outgoing>> waves = new ArrayList<>();
    private final Set<String> streams = new TreeSet<>();
    private boolean failed;
    private boolean unavailable;

    /** An event and its message. */
    record Outgoing(OutboxEvent event, Message message) {}

    /** A message on its way, and the time until which its acknowledgement is awaited, by {@link System#nanoTime()}. */
    private record Sent(Outgoing outgoing, CompletableFuture<PublishAck> acknowledgement, long deadline) {}

    /** @param results hears what becomes of the events */
    NatsBatch(NatsSession session, NatsClient client, Results results) {
        this.session = session;
        this.ackTimeout = client.ackTimeout();
        this.results = results;
        this.duplicates = new DuplicateCheck(session);
        this.search = new FailureSearch(session, client.servers());
    }

    /**
     * Publishes events until streams have acknowledged or refused all of them, or do not answer.
     *
     * @return whether all of them were acknowledged
     */
    boolean publish(List<OutboxEvent> events) throws InterruptedException {
        divide(events);
        for (List<Outgoing> wave : waves) {
            if (!unavailable) {
                publishWave(wave);
            }
        }
        return !failed;
    }

    /** Returns the streams that have acknowledged events. */
    Set<String> streams() {
        return streams;
    }

    private void divide(List<OutboxEvent> events) {
        Map<String, Integer> eventsOfKey = new HashMap<>();
        for (OutboxEvent event : events) {
            int wave = event.key() == null
                    ? 0
                    : eventsOfKey.merge(event.channel() + ' ' + event.key(), 1, Integer::sum) - 1;
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            try {
                waves.get(wave).add(new Outgoing(event, message(event)));
            } catch (OncewardException e) {
                report(event, PublishFailure.refusedForever(e));
            }
        }
    }

    private Message message(OutboxEvent event) {
        Message message = NatsMessages.create(event);
        long bytes = (long) message.getHeaders().serializedLength() + message.getData().length;
        if (bytes > session.maxPayload()) {
            throw NatsErrors.tooLarge(event.id(), bytes, session.maxPayload());
        }
        return message;
    }

    private void publishWave(List<Outgoing> wave) throws InterruptedException {
        List<Sent> sent = new ArrayList<>(wave.size());
        try {
            send(wave, sent);
            for (Sent one : sent) {
                confirm(one);
            }
        } finally {
            sent.forEach(one -> session.errors().forget(one.acknowledgement()));
        }
    }

    private void send(List<Outgoing> wave, List<Sent> sent) {
        try {
            for (Outgoing outgoing : wave) {
                if (results.wants(outgoing.event())) {
                    sent.add(send(outgoing));
                }
            }
        } catch (RuntimeException e) { // the connection is closed, or its queue is full
            unavailable(e);
        }
    }

    private Sent send(Outgoing outgoing) {
        CompletableFuture<PublishAck> acknowledgement = new CompletableFuture<>();
        session.errors()
                .expect(acknowledgement, outgoing.message().getSubject()); // before the server can report an error
        CompletableFuture<?> unused = session.jetStream()
                .publishAsync(outgoing.message())
                .whenComplete((stored, failure) -> {
                    if (failure == null) {
                        acknowledgement.complete(stored);
                    } else {
                        acknowledgement.completeExceptionally(failure);
                    }
                });
        return new Sent(outgoing, acknowledgement, System.nanoTime() + ackTimeout.toNanos());
    }

    /** Waits for an acknowledgement. During an outage nothing more is asked, but what was acknowledged is confirmed. */
    private void confirm(Sent sent) throws InterruptedException {
        Outgoing outgoing = sent.outgoing();
        PublishAck acknowledgement;
        try {
            acknowledgement = sent.acknowledgement().get(sent.deadline() - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | CancellationException | ExecutionException e) {
            failed = true;
            if (isAsked(outgoing)) {
                report(outgoing.event(), search.of(outgoing.message().getSubject(), e, ackTimeout));
            }
            return;
        }
        streams.add(acknowledgement.getStream());
        if (!acknowledgement.isDuplicate()) {
            results.confirmed(outgoing.event());
        } else if (isAsked(outgoing)) {
            confirmDuplicate(outgoing, acknowledgement);
        }
    }

    /** Returns whether the servers are asked why an event was not stored. */
    private boolean isAsked(Outgoing outgoing) {
        return !unavailable && results.wants(outgoing.event());
    }

    private void confirmDuplicate(Outgoing outgoing, PublishAck acknowledgement) throws InterruptedException {
        try {
            duplicates
                    .failure(outgoing, acknowledgement)
                    .ifPresentOrElse(
                            failure -> report(outgoing.event(), failure), () -> results.confirmed(outgoing.event()));
        } catch (RuntimeException e) { // the connection is closed
            unavailable(e);
        }
    }

    private void report(OutboxEvent event, PublishFailure failure) {
        failed = true;
        if (failure.isOutage()) {
            unavailable(failure.reason());
        } else {
            results.refused(event, failure.reason(), failure.isForever());
        }
    }

    private void unavailable(Exception reason) {
        failed = true;
        unavailable = true;
        results.unavailable(reason);
    }
}
