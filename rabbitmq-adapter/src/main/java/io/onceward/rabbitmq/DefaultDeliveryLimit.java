// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Finds queues whose messages RabbitMQ 4 drops after its default number of returns, because nothing says otherwise. */
final class DefaultDeliveryLimit {

    private static final int FIRST_VERSION = 4;

    private static final List<Map<String, Object>> BARE = List.of(
            Map.of("x-queue-type", "quorum"), Map.of("x-queue-type", "quorum", "x-single-active-consumer", true));

    private DefaultDeliveryLimit() {}

    /** Warns of such a queue. */
    static void check(BrokerConnection connection, String queue) {
        String version = connection.version();
        if (isLimited(version) && isBareQuorumQueue(connection, queue)) {
            RabbitLog.dropsAtLimit(queue, version);
        }
    }

    /** Returns whether a broker of this version has a default limit. */
    static boolean isLimited(String version) {
        try {
            return Integer.parseInt(version.split("\\.", 2)[0]) >= FIRST_VERSION;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * Returns whether a queue is a quorum queue without a limit and a dead-letter exchange of its own. AMQP shows no arguments, but
     * a broker refuses to declare a queue again with others. It also refuses a user without the permission to configure the
     * queue, of whose queues this knows nothing.
     */
    static boolean isBareQuorumQueue(BrokerConnection connection, String queue) {
        return BARE.stream().anyMatch(arguments -> hasArguments(connection, queue, arguments));
    }

    private static boolean hasArguments(BrokerConnection connection, String queue, Map<String, Object> arguments) {
        try {
            Channel channel = connection.channel();
            channel.queueDeclarePassive(queue); // so that the next call does not create it
            channel.queueDeclare(queue, true, false, false, arguments);
            channel.close();
            return true;
        } catch (IOException | TimeoutException | AlreadyClosedException e) {
            return false; // the broker has closed the channel
        }
    }
}
