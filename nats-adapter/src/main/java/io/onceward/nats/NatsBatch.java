// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.api.PublishAck;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Publishes events in waves. A stream may refuse or lose one message and store the next one, so an event is sent only after the
 * stream has acknowledged the earlier events of its key. Used once, by one thread.
 */
final class NatsBatch {

    private final NatsSession session;
    private final Duration ackTimeout;
    private final DuplicateCheck duplicates;
    private final List<List<Outgoing>> waves = new ArrayList<>();
    private final List<OutboxEvent> confirmed = new ArrayList<>();
    private final int size;
    private Duration limit;
    private long end;

    /** An event and its message. */
    record Outgoing(OutboxEvent event, Message message) {}

    /** A message on its way, and the time until which its acknowledgement is awaited, by {@link System#nanoTime()}. */
    private record Sent(Outgoing outgoing, CompletableFuture<PublishAck> acknowledgement, long deadline) {}

    /** @throws io.onceward.api.OncewardException if an event can't be published; nothing was sent then */
    NatsBatch(NatsSession session, List<OutboxEvent> events, Duration ackTimeout) {
        this.session = session;
        this.ackTimeout = ackTimeout;
        this.duplicates = new DuplicateCheck(session);
        this.size = events.size();
        Map<String, Integer> eventsOfKey = new HashMap<>();
        for (OutboxEvent event : events) {
            int wave = event.key() == null
                    ? 0
                    : eventsOfKey.merge(event.channel() + ' ' + event.key(), 1, Integer::sum) - 1;
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(wave).add(new Outgoing(event, message(event)));
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

    /** Returns the events that streams have acknowledged so far. */
    List<OutboxEvent> confirmed() {
        return confirmed;
    }

    /**
     * Returns when streams have acknowledged all events. After an exception, any of them may be stored, and those that are
     * {@link #confirmed} are.
     *
     * @throws TimeoutException if they have not within the limit
     */
    void publish(Duration within) throws Exception {
        limit = within;
        end = System.nanoTime() + within.toNanos();
        for (List<Outgoing> wave : waves) {
            if (isOver()) {
                throw cut();
            }
            publish(wave);
        }
    }

    private void publish(List<Outgoing> wave) throws Exception {
        List<Sent> sent = new ArrayList<>(wave.size());
        try {
            Exception failure = send(wave, sent);
            for (Sent one : sent) {
                failure = first(failure, confirm(one, failure != null));
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            sent.forEach(one -> session.errors().forget(one.acknowledgement()));
        }
    }

    private static Exception first(Exception earlier, Exception later) {
        return earlier == null ? later : earlier;
    }

    /** Sends messages; returns why one could not be sent, if so. */
    private Exception send(List<Outgoing> wave, List<Sent> sent) {
        try {
            for (Outgoing outgoing : wave) {
                sent.add(send(outgoing));
            }
            return null;
        } catch (RuntimeException e) { // the connection is closed, or its queue is full
            return e;
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

    /**
     * Waits for an acknowledgement; returns why the event is not confirmed, if so.
     *
     * @param hasFailed whether another event has failed, so that nothing is asked any more
     */
    private Exception confirm(Sent sent, boolean hasFailed) throws InterruptedException {
        Outgoing outgoing = sent.outgoing();
        PublishAck acknowledgement;
        try {
            long left = Math.min(sent.deadline() - System.nanoTime(), end - System.nanoTime());
            acknowledgement = sent.acknowledgement().get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | CancellationException | ExecutionException e) {
            return hasFailed ? e : reason(outgoing.message().getSubject(), e);
        }
        if (acknowledgement.isDuplicate()) {
            if (hasFailed || isOver()) {
                return cut();
            }
            try {
                duplicates.verify(outgoing, acknowledgement);
            } catch (RuntimeException e) {
                return e;
            }
        }
        confirmed.add(outgoing.event());
        return null;
    }

    private Exception reason(String subject, Exception failure) throws InterruptedException {
        if (failure instanceof TimeoutException && isOver()) {
            return cut();
        }
        return new PublishFailure(session).reason(subject, failure, ackTimeout);
    }

    private boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    private TimeoutException cut() {
        return new TimeoutException(confirmed.size() + " of " + size + " events were confirmed within "
                + limit.toMillis() + " ms; Onceward publishes the others one by one");
    }
}
