// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.oncebox.spi.MessageSource.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A connection with one channel, which consumes one queue. The broker sends as many messages as a batch may have, and no further
 * ones before they are acknowledged. Closing the channel gives back all messages that are not acknowledged, in their order. Used
 * by one thread at a time; {@link #interrupt} by any.
 */
final class QueueConsumer {

    /** Bounds what a batch of large messages takes of the database. */
    private static final long MAX_BYTES = 8L << 20;

    private final BrokerConnection connection;
    private final String queue;
    private volatile Arrivals arrivals;

    /** @param connection for this queue alone */
    QueueConsumer(BrokerConnection connection, String queue) {
        this.connection = connection;
        this.queue = queue;
    }

    int receive(int limit, Duration patience, Sink sink) throws Exception {
        if (arrivals != null && arrivals.limit != limit) {
            giveBack();
        }
        if (arrivals == null) {
            consume(limit);
        }
        List<Delivery> messages = arrivals.take(patience);
        if (!messages.isEmpty()) {
            sink.store(messages);
            arrivals.acknowledge(messages.get(messages.size() - 1));
        }
        return messages.size();
    }

    private void consume(int limit) throws IOException {
        Channel channel = connection.channel();
        arrivals = new Arrivals(channel, limit);
        try {
            channel.basicQos(limit);
            channel.basicConsume(queue, false, arrivals);
        } catch (IOException e) {
            throw coded(e);
        }
    }

    private IOException coded(IOException failure) {
        AMQP.Channel.Close close = PublishFailure.channelClose(failure);
        if (close == null) {
            return failure;
        }
        throw RabbitErrors.notConsumable(queue, close.getReplyText(), failure);
    }

    /**
     * Gives the messages back that are not acknowledged.
     *
     * @return whether the connection can be used further
     */
    boolean giveBack() {
        Arrivals ended = arrivals;
        arrivals = null;
        if (ended != null) {
            try {
                ended.channel.close();
            } catch (IOException | java.util.concurrent.TimeoutException | ShutdownSignalException e) {
                return ended.isClosedByBroker() && connection.isOpen();
            }
        }
        return connection.isOpen();
    }

    /** Ends a wait for messages. */
    void interrupt() {
        Arrivals open = arrivals;
        if (open != null) {
            open.wakeUp();
        }
    }

    void close() {
        connection.close();
    }

    /** The messages that the broker has sent on a channel. */
    private final class Arrivals extends DefaultConsumer {

        private final Channel channel;
        private final int limit;

        /** An empty one wakes the thread that waits. */
        private final BlockingQueue<Optional<Delivery>> arrived = new LinkedBlockingQueue<>();

        private volatile Exception end;

        Arrivals(Channel channel, int limit) {
            super(channel);
            this.channel = channel;
            this.limit = limit;
        }

        @Override
        public void handleDelivery(
                String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
            arrived.add(Optional.of(new Delivery(envelope, properties, body)));
        }

        @Override
        public void handleCancel(String consumerTag) {
            end(RabbitErrors.notConsumable(queue, "the broker has cancelled the consumer", null));
        }

        @Override
        public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
            AMQP.Channel.Close close = PublishFailure.channelClose(signal);
            end(close == null ? signal : RabbitErrors.notConsumable(queue, close.getReplyText(), signal));
        }

        private void end(Exception reason) {
            end = reason;
            wakeUp();
        }

        void wakeUp() {
            arrived.add(Optional.empty());
        }

        boolean isClosedByBroker() {
            return !channel.isOpen();
        }

        /** Returns the messages that are here, after waiting for the first one. */
        List<Delivery> take(Duration patience) throws Exception {
            List<Delivery> taken = new ArrayList<>();
            long bytes = 0;
            Optional<Delivery> next = arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            while (next != null && next.isPresent()) {
                taken.add(next.get());
                bytes += next.get().getBody().length;
                next = taken.size() < limit && bytes <= MAX_BYTES ? arrived.poll() : null;
            }
            if (end != null) {
                throw end; // the broker delivers again what was taken
            }
            return taken;
        }

        /** Acknowledges this message and all before it. */
        void acknowledge(Delivery last) throws IOException {
            channel.basicAck(last.getEnvelope().getDeliveryTag(), true);
        }
    }
}
