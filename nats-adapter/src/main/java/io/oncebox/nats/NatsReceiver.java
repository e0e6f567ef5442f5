// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.PullSubscribeOptions;
import io.oncebox.spi.MessageSource.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Receives by a durable consumer on an open connection. Used by one thread at a time. */
final class NatsReceiver {

    /** Bounds what a batch of large messages takes of the heap. */
    private static final long MAX_BYTES = 8L << 20;

    /** The time in which a live server answers a request for the available messages. */
    private static final Duration ANSWER = Duration.ofSeconds(2);

    /** The time to wait for a further available message, when the consumer's limit of pending messages may hold it back. */
    private static final Duration FURTHER = Duration.ofMillis(200);

    /** Deliveries of a message that follow each other at once, so that the order stays. */
    private static final long AT_ONCE = 5;

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    private final NatsSession session;
    private final String stream;
    private final String consumer;
    private final JetStreamSubscription subscription;

    /** @throws io.oncebox.api.OnceboxException if there is no stream, or messages could be lost by receiving by the consumer */
    NatsReceiver(NatsSession session, NatsOrigin origin) throws IOException, JetStreamApiException {
        this.session = session;
        this.consumer = origin.consumer();
        this.stream = new NatsConsumer(session.management(), origin).requireOnStream();
        this.subscription = session.jetStream().subscribe(null, PullSubscribeOptions.bind(stream, consumer));
    }

    /** Returns whether the connection is the open one. */
    boolean isOn(NatsSession open) {
        return session == open;
    }

    /** Ends the subscription on a connection that stays open. */
    void close() {
        if (session.isOpen()) {
            subscription.unsubscribe();
        }
    }

    /** Receives the available messages, stores and acknowledges them; waits for the first one only. */
    int receive(int limit, Duration patience, Sink sink) throws Exception {
        List<Message> messages = available(limit);
        if (messages.isEmpty()) {
            messages = next(patience);
        }
        if (messages.isEmpty()) {
            return 0;
        }
        boolean stored = false;
        try {
            sink.store(messages);
            stored = true;
        } finally {
            if (!stored) {
                giveBack(messages);
            }
        }
        messages.forEach(Message::ack);
        session.ping(); // sends the acknowledgements; a lost one leads to a redelivery
        return messages.size();
    }

    /** Returns the messages that the server has, without a wait. A message above the limit of bytes is left to {@link #next}. */
    private List<Message> available(int limit) throws IOException, JetStreamApiException, InterruptedException {
        long start = System.nanoTime();
        subscription.pull(PullRequestOptions.noWait(limit).maxBytes(MAX_BYTES).build());
        List<Message> messages = new ArrayList<>();
        Message message = subscription.nextMessage(ANSWER);
        while (message != null) {
            messages.add(message);
            message = messages.size() == limit ? null : subscription.nextMessage(FURTHER);
        }
        if (messages.isEmpty() && System.nanoTime() - start > ANSWER.toNanos() / 2) {
            session.management().getConsumerInfo(stream, consumer); // a server ignores requests for a deleted consumer
        }
        return messages;
    }

    private List<Message> next(Duration patience) throws InterruptedException, TimeoutException {
        subscription.pull(PullRequestOptions.builder(1).expiresIn(patience).build());
        Message message = subscription.nextMessage(patience.plusMillis(200));
        if (message != null) {
            return List.of(message);
        }
        session.ping();
        return List.of();
    }

    /**
     * Has the server redeliver the messages in their order: at once, before later ones; after some deliveries with a growing
     * delay, so that a message that can't be stored holds up no others.
     */
    private static void giveBack(List<Message> messages) {
        try {
            messages.forEach(NatsReceiver::giveBack);
        } catch (IllegalStateException e) {
            // the connection is closed: the server redelivers them after the ack wait
        }
    }

    private static void giveBack(Message message) {
        long further = message.metaData().deliveredCount() - AT_ONCE;
        if (further <= 0) {
            message.nak();
        } else {
            Duration delay = Duration.ofSeconds(1L << Math.min(further, 10));
            message.nakWithDelay(delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY);
        }
    }
}
