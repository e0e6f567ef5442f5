// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ChannelContinuationTimeoutException;
import io.onceward.api.OncewardException;
import io.onceward.spi.EventPublisher.Results;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection with one channel that publishes one batch at a time, with confirmations. Used by one thread at a time; {@link #cut} by any.
 */
final class BatchChannel {

    private final BrokerConnection connection;
    private final Watchdog watchdog;
    private final long limitMillis;
    private volatile Unconfirmed unconfirmed;
    private Channel channel;

    /** @param limitMillis of each batch */
    BatchChannel(BrokerConnection connection, Watchdog watchdog, long limitMillis) {
        this.connection = connection;
        this.watchdog = watchdog;
        this.limitMillis = limitMillis;
    }

    /** Returns whether it can be used for a further batch. */
    boolean isOpen() {
        return connection.isOpen();
    }

    /**
     * Publishes messages in this order, and returns when the broker has confirmed or refused each of them. Messages that are no longer
     * wanted are not sent.
     *
     * @param results hears of each message, on the thread of the connection
     * @throws OncewardException if the broker did not answer in time
     * @throws Exception if the channel or the connection failed; messages of which nothing was reported may be in their queues
     */
    void send(List<RabbitMessage> messages, Results results) throws Exception {
        long began = System.nanoTime();
        long deadline = began + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        Future<?> cut = watchdog.cut(connection, limitMillis);
        boolean settled = false;
        try {
            sendAll(messages, results, deadline);
            settled = true;
        } catch (Exception e) {
            long now = System.nanoTime();
            if (isUnanswered(e, now - deadline >= 0)) {
                long millis = TimeUnit.NANOSECONDS.toMillis(now - began);
                throw RabbitErrors.notConfirmed(messages.size(), millis, state(), e);
            }
            throw e;
        } finally {
            cut.cancel(false);
            if (!settled) {
                abandon();
            }
        }
    }

    /** While the broker blocks a connection, it also opens no channel. If it has closed the channel, it has answered. */
    private static boolean isUnanswered(Exception failure, boolean isLate) {
        return failure instanceof TimeoutException
                || failure instanceof ChannelContinuationTimeoutException
                || (isLate && PublishFailure.channelClose(failure) == null);
    }

    private String state() {
        String blocked = connection.blocked();
        return blocked == null
                ? "The broker is overloaded or does not answer, or a quorum queue has no majority of its nodes."
                : "The broker takes no messages: " + blocked + ". Free its memory or disk.";
    }

    private void sendAll(List<RabbitMessage> messages, Results results, long deadline) throws Exception {
        Set<Object> onTheirWay = new HashSet<>();
        unconfirmed = new Unconfirmed(results);
        if (channel == null || !channel.isOpen()) {
            channel = open();
        }
        for (RabbitMessage each : messages) {
            if (each.order() != null && !onTheirWay.add(each.order())) {
                awaitConfirms(deadline);
                onTheirWay.clear();
                onTheirWay.add(each.order());
            }
            if (results.wants(each.event())) {
                publish(each);
            }
        }
        awaitConfirms(deadline);
    }

    /** Warns of queues that lose messages. Called after a batch, when the broker answers. */
    void check(Set<String> queues) {
        queues.forEach(queue -> new LosingQueue(connection, queue).warn());
    }

    private void publish(RabbitMessage message) throws IOException, IllegalMessageException {
        unconfirmed.add(channel.getNextPublishSeqNo(), message);
        try {
            channel.basicPublish(message.exchange(), message.routingKey(), true, message.properties(), message.body());
        } catch (IllegalArgumentException e) {
            throw new IllegalMessageException(message, e);
        }
    }

    /**
     * Waits until the broker has confirmed or refused all messages. The result of {@code waitForConfirms} does not count: the client
     * may give the result of a negative confirmation to the next call. It calls the listener of {@link #open} before this wait ends.
     */
    private void awaitConfirms(long deadline) throws Exception {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (millis <= 0) {
            throw new TimeoutException("The time of the batch is over");
        }
        channel.waitForConfirms(millis);
    }

    private Channel open() throws IOException {
        boolean done = false;
        try {
            Channel opened = connection.channel();
            opened.addReturnListener(message -> unconfirmed.returned(message));
            opened.addConfirmListener(
                    (number, multiple) -> unconfirmed.confirmed(number, multiple),
                    (number, multiple) -> unconfirmed.refused(number, multiple));
            opened.confirmSelect();
            done = true;
            return opened;
        } finally {
            if (!done) {
                connection.cut(); // with the channel, which may be open
            }
        }
    }

    /** Gives up the channel if the broker has closed it, else the connection, because messages may be on their way. */
    private void abandon() {
        boolean isClosed = channel == null || !channel.isOpen();
        channel = null;
        if (!isClosed || !connection.isOpen()) {
            connection.cut();
        }
    }

    void cut() {
        connection.cut();
    }

    void close() {
        connection.close();
    }
}
