// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.PublishAck;
import io.oncebox.spi.OutboxEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    private final List<List<Outgoing>> waves = new ArrayList<>();

    /** An event and its message. */
    record Outgoing(OutboxEvent event, Message message) {}

    /** A message on its way, and the time until which its acknowledgement is awaited, by {@link System#nanoTime()}. */
    private record Sent(Outgoing outgoing, CompletableFuture<PublishAck> acknowledgement, long deadline) {}

    /**
     * @throws io.oncebox.api.OnceboxException if an event can't be published; nothing was sent then
     */
    NatsBatch(NatsSession session, List<OutboxEvent> events, Duration ackTimeout) {
        this.session = session;
        this.ackTimeout = ackTimeout;
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
        long size = (long) message.getHeaders().serializedLength() + message.getData().length;
        if (size > session.maxPayload()) {
            throw NatsErrors.tooLarge(event.id(), size, session.maxPayload());
        }
        return message;
    }

    /** Returns when streams have acknowledged all events. After an exception, any of them may be stored. */
    void publish() throws Exception {
        DuplicateCheck duplicates = new DuplicateCheck(session);
        for (List<Outgoing> wave : waves) {
            List<Sent> sent = new ArrayList<>(wave.size());
            try {
                for (Outgoing outgoing : wave) {
                    sent.add(send(outgoing));
                }
                for (Sent one : sent) {
                    duplicates.verify(one.outgoing(), acknowledgement(one));
                }
            } finally {
                sent.forEach(one -> session.errors().forget(one.acknowledgement()));
            }
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

    private PublishAck acknowledgement(Sent sent) throws Exception {
        String subject = sent.outgoing().message().getSubject();
        try {
            return sent.acknowledgement().get(sent.deadline() - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | CancellationException e) {
            throw NatsErrors.notConfirmed(subject, ackTimeout);
        } catch (ExecutionException e) {
            throw reason(subject, e.getCause());
        }
    }

    private static boolean isWrapper(Throwable failure) {
        return failure.getClass() == RuntimeException.class || failure instanceof CompletionException;
    }

    /** The client wraps its exceptions. */
    private Exception reason(String subject, Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && isWrapper(cause)) {
            cause = cause.getCause();
        }
        if (cause instanceof JetStreamApiException refusal) {
            return NatsErrors.refused(subject, refusal);
        }
        if (cause instanceof IOException && String.valueOf(cause.getMessage()).contains("503")) {
            return NatsErrors.noStream(subject, cause);
        }
        if (cause instanceof CancellationException) {
            return NatsErrors.notConfirmed(subject, ackTimeout);
        }
        return cause instanceof Exception exception ? exception : new IOException(cause);
    }
}
