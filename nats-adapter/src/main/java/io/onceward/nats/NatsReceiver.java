// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.onceward.spi.MessageSource.Sink;
import io.onceward.spi.MessageSource.UnstorableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Receives by a durable consumer on an open connection. It keeps the messages that were pulled and could not be stored, and pulls
 * no further ones before: the server would append a returned message to those that it redelivers, and later messages of its key
 * would overtake it. Used by one thread at a time, except {@link #giveBack()}.
 */
final class NatsReceiver {

    /** Attempts to store a message that can't be stored, before other messages may overtake it. */
    private static final int ATTEMPTS = 5;

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    /** A server that delivers headers only names the size of the payload in this header. */
    private static final String SIZE = "Nats-Msg-Size";

    private final NatsSession session;
    private final NatsConsumer consumer;
    private final String stream;
    private final PullRequests requests;

    /** The messages that were pulled and are not yet stored, in the order of the stream. */
    private volatile List<Message> held = List.of();

    /** The largest batch so far. The server redelivers messages in batches of this size, though they are stored singly. */
    private int largest;

    private int failures;

    /** @throws io.onceward.api.OncewardException if there is no stream, or messages could be lost by receiving by the consumer */
    NatsReceiver(NatsSession session, NatsOrigin origin) throws IOException, JetStreamApiException {
        this.session = session;
        this.consumer = new NatsConsumer(session.management(), origin);
        this.stream = consumer.requireOnStream();
        this.requests = new PullRequests(session, stream, origin.consumer(), consumer.limits());
    }

    /** Returns the stream that it receives from. */
    String stream() {
        return stream;
    }

    /** Returns whether the connection is the open one. */
    boolean isOn(NatsSession open) {
        return session == open;
    }

    /** Ends the subscription on a connection that stays open. */
    void close() {
        if (session.isOpen()) {
            giveBack();
            requests.close();
        }
    }

    /** Has the server redeliver the messages that are not yet stored. Thread-safe. */
    void giveBack() {
        giveBack(held);
    }

    private void giveBack(List<Message> messages) {
        if (messages.isEmpty()) {
            return;
        }
        try {
            messages.forEach(Message::nak);
            session.ping();
        } catch (TimeoutException | IllegalStateException e) {
            // the connection is closed: the server redelivers them after the ack wait
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stores and acknowledges the available messages; waits for the first one only. */
    int receive(int limit, Duration patience, Sink sink) throws Exception {
        if (held.isEmpty()) {
            held = pull(limit, patience);
        }
        if (held.isEmpty()) {
            return 0;
        }
        List<Message> batch = held.subList(0, Math.min(limit, held.size()));
        try {
            sink.store(batch);
        } catch (UnstorableException e) {
            failed(batch.get(0));
            throw e;
        }
        release(batch.size());
        batch.forEach(Message::ack);
        session.ping(); // sends the acknowledgements; a lost one leads to a redelivery
        return batch.size();
    }

    private List<Message> pull(int limit, Duration patience)
            throws IOException, JetStreamApiException, InterruptedException, TimeoutException {
        largest = Math.max(largest, limit);
        List<Message> pulled = new ArrayList<>();
        boolean complete = false;
        try {
            requests.available(largest, pulled);
            if (pulled.isEmpty()) {
                requests.next(patience, pulled);
            }
            if (pulled.stream().anyMatch(NatsReceiver::lacksItsPayload)) {
                consumer.requireOnStream(); // it was changed meanwhile
            }
            complete = true;
        } finally {
            pulled.sort(Comparator.comparingLong(message -> message.metaData().streamSequence()));
            if (!complete) {
                giveBack(pulled);
            }
        }
        return List.copyOf(pulled);
    }

    private static boolean lacksItsPayload(Message message) {
        Headers headers = message.getHeaders();
        return NatsCloudEvent.body(message).length == 0 && headers != null && headers.containsKey(SIZE);
    }

    private void release(int count) {
        held = List.copyOf(held.subList(count, held.size()));
        failures = 0;
    }

    /**
     * Leaves a message that can't be stored to the server after some attempts, so that it holds up no others. The delay until its
     * redelivery grows.
     */
    private void failed(Message message) {
        failures++;
        long deliveries = message.metaData().deliveredCount();
        if (failures < ATTEMPTS && deliveries == 1) {
            return;
        }
        release(1);
        Duration delay = Duration.ofSeconds(1L << Math.min(deliveries, 10));
        try {
            message.nakWithDelay(delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY);
        } catch (IllegalStateException e) {
            // the connection is closed: the server redelivers the message after the ack wait
        }
    }
}
