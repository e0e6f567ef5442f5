// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.Subscription;
import io.nats.client.support.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Requests the messages of a durable consumer. Each request has ended when its method returns, so the server sends no messages
 * between two requests. The client's own pull subscription does not tell an ended request from one that is only slow. Used by one
 * thread at a time.
 */
final class PullRequests {

    /** Bounds what a batch of large messages takes of the heap. */
    private static final long MAX_BYTES = 8L << 20;

    /** The time in which a live server sends the next message, or ends a request that has expired. */
    private static final Duration ANSWER = Duration.ofSeconds(5);

    /** The time to wait for a further available message, when the consumer's limit of pending messages holds it back. */
    private static final Duration FURTHER = Duration.ofMillis(200);

    private final NatsSession session;
    private final String stream;
    private final String consumer;
    private final PullLimits limits;
    private final String inbox;
    private final Subscription subscription;
    private long number;

    PullRequests(NatsSession session, String stream, String consumer, PullLimits limits) {
        this.session = session;
        this.stream = stream;
        this.consumer = consumer;
        this.limits = limits;
        inbox = session.connection().createInbox() + '.';
        subscription = session.connection().subscribe(inbox + '*');
        subscription.setPendingLimits(0, 0); // a request is the limit; the client drops messages above its own limit
    }

    /**
     * Adds the messages that the server has, without a wait. It leaves a message above the limit of bytes to {@link #next}.
     *
     * @param received has the messages of the failed request after an exception
     */
    void available(int limit, List<Message> received) throws IOException, InterruptedException, TimeoutException {
        int batch = limits.batch(limit);
        Duration expiry = limits.expiry(FURTHER);
        request(
                PullRequestOptions.noWait(batch)
                        .maxBytes(limits.bytes(MAX_BYTES))
                        .expiresIn(expiry)
                        .build(),
                batch,
                expiry,
                received);
    }

    /** Waits for a message, and adds it. */
    void next(Duration patience, List<Message> received) throws IOException, InterruptedException, TimeoutException {
        Duration expiry = limits.expiry(patience);
        request(PullRequestOptions.builder(1).expiresIn(expiry).build(), 1, expiry, received);
    }

    private void request(PullRequestOptions options, int batch, Duration expiry, List<Message> received)
            throws IOException, InterruptedException, TimeoutException {
        String replies = inbox + ++number;
        session.connection()
                .publish("$JS.API.CONSUMER.MSG.NEXT." + stream + "." + consumer, replies, options.serialize());
        int left = batch;
        while (left > 0) {
            Message message = subscription.nextMessage(expiry.plus(ANSWER));
            if (message == null) { // a server ignores requests for a deleted consumer
                throw new TimeoutException("Consumer " + consumer + " of stream " + stream + " does not answer");
            }
            if (message.isJetStream()) {
                received.add(message);
                left--;
            } else if (message.isStatusMessage() && message.getSubject().equals(replies) && ends(message.getStatus())) {
                return;
            }
        }
    }

    private boolean ends(Status status) throws IOException {
        switch (status.getCode()) {
            case 100: // a heartbeat
                return false;
            case 404: // no messages
            case 408: // expired
                return true;
            case 409:
                return endsByConflict(status);
            default:
                throw new IOException(described(status));
        }
    }

    private boolean endsByConflict(Status status) throws IOException {
        String reason = status.getMessage();
        if (reason.startsWith("Exceeded") || reason.equals(Status.CONSUMER_IS_PUSH_BASED)) {
            throw NatsErrors.unsuitableConsumer(
                    consumer, stream, "the server refuses a request for messages by it: " + reason);
        }
        if (reason.equals(Status.CONSUMER_DELETED)) {
            throw new IOException(described(status));
        }
        return true; // the batch is complete, the next message is too large, or the server stops
    }

    private String described(Status status) {
        return "Consumer " + consumer + " of stream " + stream + " answers " + status.getMessageWithCode();
    }

    /** Ends the subscription on a connection that stays open. */
    void close() {
        subscription.unsubscribe();
    }
}
