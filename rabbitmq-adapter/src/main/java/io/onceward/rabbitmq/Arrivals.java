// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The messages that the broker has sent on a channel and that are not acknowledged, in their order. The client adds messages; one
 * thread takes them.
 */
final class Arrivals extends DefaultConsumer {

    /** Bounds what a batch of large messages takes of the database. */
    private static final long MAX_BYTES = 8L << 20;

    private final Channel channel;
    private final String queue;
    private final int prefetch;

    /** An empty one wakes the thread that waits. */
    private final BlockingQueue<Optional<Delivery>> arrived = new LinkedBlockingQueue<>();

    private final Deque<Delivery> held = new ArrayDeque<>();
    private volatile Exception end;

    /** @param prefetch the maximum number of messages that are not acknowledged */
    Arrivals(Channel channel, String queue, int prefetch) {
        super(channel);
        this.channel = channel;
        this.queue = queue;
        this.prefetch = prefetch;
    }

    int prefetch() {
        return prefetch;
    }

    @Override
    public void handleDelivery(String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
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

    /** Ends a wait for messages. */
    void wakeUp() {
        arrived.add(Optional.empty());
    }

    boolean isOpen() {
        return end == null && channel.isOpen();
    }

    /**
     * Returns the first messages, after waiting for one if there is none. They stay here until they are acknowledged.
     *
     * @throws Exception if the channel has ended: the broker delivers all of them again
     */
    List<Delivery> next(int limit, Duration patience) throws Exception {
        if (held.isEmpty()) {
            Optional<Delivery> first = arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (first != null && first.isPresent()) {
                held.add(first.get());
            }
        }
        for (Optional<Delivery> more = arrived.poll(); more != null; more = arrived.poll()) {
            more.ifPresent(held::add);
        }
        if (end != null) {
            throw end;
        }
        List<Delivery> batch = new ArrayList<>();
        long bytes = 0;
        Iterator<Delivery> all = held.iterator();
        while (all.hasNext() && batch.size() < limit && bytes <= MAX_BYTES) {
            Delivery next = all.next();
            batch.add(next);
            bytes += next.getBody().length;
        }
        return batch;
    }

    /** Acknowledges the first messages. */
    void acknowledge(int count) throws IOException {
        Delivery last = held.remove();
        for (int i = 1; i < count; i++) {
            last = held.remove();
        }
        channel.basicAck(last.getEnvelope().getDeliveryTag(), true);
    }

    /** Gives the first message back to the broker, which delivers it again or moves it to its dead-letter exchange. */
    void giveBackFirst() throws IOException {
        channel.basicNack(held.remove().getEnvelope().getDeliveryTag(), false, true);
    }

    /** Gives back all messages. */
    void close() {
        try {
            channel.close();
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            // the broker gives them back itself
        }
    }
}
