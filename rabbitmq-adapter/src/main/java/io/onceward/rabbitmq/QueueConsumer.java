// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import io.onceward.spi.MessageSource.Sink;
import io.onceward.spi.MessageSource.UnstorableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A connection with one channel, which consumes one queue. The broker sends as many messages as a batch may have, and no further
 * ones before they are acknowledged. Messages that were not stored stay here for the next call, because giving them back would
 * change their order and would count as a delivery. Used by one thread at a time; {@link #interrupt} by any.
 */
final class QueueConsumer {

    private final BrokerConnection connection;
    private final String queue;
    private volatile Arrivals arrivals;

    /** @param connection for this queue alone */
    QueueConsumer(BrokerConnection connection, String queue) {
        this.connection = connection;
        this.queue = queue;
    }

    /** @throws Exception if the messages were not stored, or the consumer {@linkplain #isUsable() may be of no more use} */
    int receive(int limit, Duration patience, Sink sink) throws Exception {
        Arrivals open = arrivals;
        if (open != null && open.prefetch() < limit) {
            open.close();
            open = null;
        }
        if (open == null) {
            open = consume(limit);
            arrivals = open;
        }
        List<Delivery> messages = open.next(limit, patience);
        if (messages.isEmpty()) {
            return 0;
        }
        try {
            sink.store(messages);
        } catch (UnstorableException e) {
            open.giveBackFirst();
            throw e;
        }
        open.acknowledge(messages.size());
        return messages.size();
    }

    private Arrivals consume(int prefetch) throws IOException {
        boolean done = false;
        try {
            Channel channel = connection.channel();
            Arrivals opened = new Arrivals(channel, queue, prefetch);
            channel.basicQos(prefetch);
            channel.basicConsume(queue, false, opened);
            done = true;
            return opened;
        } catch (IOException e) {
            AMQP.Channel.Close close = PublishFailure.channelClose(e);
            if (close == null) {
                throw e;
            }
            done = true; // the connection is intact
            throw RabbitErrors.notConsumable(queue, close.getReplyText(), e);
        } finally {
            if (!done) {
                connection.cut();
            }
        }
    }

    /** Returns whether it can be used further, and gives up the channel if the channel has ended. */
    boolean isUsable() {
        Arrivals open = arrivals;
        if (open != null && !open.isOpen()) {
            arrivals = null;
            open.close();
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

    /** Gives back the messages that are not acknowledged. */
    void close() {
        connection.close();
    }
}
