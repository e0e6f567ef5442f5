// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Return;
import io.onceward.api.OncewardException;
import io.onceward.spi.UnpublishableException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection with one channel that publishes one batch at a time, with confirmations. The broker returns an unroutable message
 * and confirms it nevertheless, so a return counts as a refusal. Used by one thread at a time; {@link #cut} by any.
 */
final class BatchChannel {

    private final BrokerConnection connection;
    private final Watchdog watchdog;
    private final long limitMillis;
    private final AtomicReference<OncewardException> refusal = new AtomicReference<>();
    private volatile boolean hasRefusal;
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
     * Publishes messages in this order, and returns when the broker has confirmed all of them. It stops at the first refusal that
     * it knows of; messages that it has sent until then may be in their queues.
     *
     * @throws OncewardException if the broker returned or refused a message, or did not confirm it in time
     * @throws Exception if the channel or the connection failed
     */
    void send(List<RabbitMessage> messages) throws Exception {
        refusal.set(null);
        hasRefusal = false;
        long began = System.nanoTime();
        long deadline = began + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        Future<?> cut = watchdog.cut(connection, limitMillis);
        boolean settled = false;
        try {
            sendAll(messages, deadline);
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
        OncewardException reason = refusal.get();
        if (reason != null) {
            throw reason;
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

    private void sendAll(List<RabbitMessage> messages, long deadline) throws Exception {
        Set<Object> unconfirmed = new HashSet<>();
        if (channel == null || !channel.isOpen()) {
            channel = open();
        }
        for (RabbitMessage each : messages) {
            if (each.order() != null && !unconfirmed.add(each.order())) {
                awaitConfirms(messages, deadline);
                unconfirmed.clear();
                unconfirmed.add(each.order());
            }
            if (hasRefusal) {
                break;
            }
            publish(each);
        }
        awaitConfirms(messages, deadline);
    }

    private void publish(RabbitMessage message) throws IOException, UnpublishableException {
        try {
            channel.basicPublish(message.exchange(), message.routingKey(), true, message.properties(), message.body());
        } catch (IllegalArgumentException e) {
            throw new UnpublishableException(RabbitErrors.refused(e.getMessage(), e));
        }
    }

    /**
     * Waits for all confirmations. The result of {@code waitForConfirms} does not count: the client may give the result of a
     * negative confirmation to the next call. It calls the listener of {@link #open} before this wait ends.
     */
    private void awaitConfirms(List<RabbitMessage> messages, long deadline) throws Exception {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (millis <= 0) {
            throw new TimeoutException("The time of the batch is over");
        }
        channel.waitForConfirms(millis);
        if (hasRefusal) {
            RabbitMessage first = messages.get(0);
            refuse(RabbitErrors.notAccepted(first.exchange(), first.routingKey()));
        }
    }

    private Channel open() throws IOException {
        boolean done = false;
        try {
            Channel opened = connection.channel();
            opened.addReturnListener(this::returned);
            opened.addConfirmListener((number, multiple) -> {}, (number, multiple) -> {
                hasRefusal = true;
            });
            opened.confirmSelect();
            done = true;
            return opened;
        } finally {
            if (!done) {
                connection.cut(); // with the channel, which may be open
            }
        }
    }

    private void returned(Return message) {
        String reason = message.getReplyCode() + " " + message.getReplyText();
        refuse(RabbitErrors.unroutable(message.getExchange(), message.getRoutingKey(), reason));
    }

    private void refuse(OncewardException reason) {
        refusal.compareAndSet(null, reason);
        hasRefusal = true;
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
