// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds queues whose messages RabbitMQ drops after a number of returns, because they have no dead-letter exchange. */
final class DeliveryLimit {

    /** From this version on, a quorum queue has a limit by default. */
    private static final int FIRST_VERSION = 4;

    private static final int DEFAULT = 20;

    private static final String LIMIT = "x-delivery-limit";

    /** The first argument of a queue that a declaration lacks, and its value. */
    private static final Pattern LACKING = Pattern.compile("inequivalent arg '(" + LIMIT
            + "|x-single-active-consumer)' .* current is the value '(-?\\d{1,9}|true)'.*");

    private DeliveryLimit() {}

    /** Warns of such a queue. */
    static void check(BrokerConnection connection, String queue) {
        String version = connection.version();
        returns(connection, queue, hasDefault(version))
                .ifPresent(returns -> RabbitLog.dropsAtLimit(queue, version, returns));
    }

    /** Returns whether a broker of this version has a default limit. */
    static boolean hasDefault(String version) {
        try {
            return Integer.parseInt(version.split("\\.", 2)[0]) >= FIRST_VERSION;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * Returns the number of returns that a quorum queue without a dead-letter exchange of its own allows; empty for other
     * queues, and without a limit. AMQP shows no arguments, but a broker refuses to declare a queue again with others, and names
     * one. It also refuses a user without the permission to configure the queue, of whose queues this knows nothing.
     *
     * @param hasDefault whether the broker has a default limit; without one, a limit of -1 allows no return
     */
    static OptionalInt returns(BrokerConnection connection, String queue, boolean hasDefault) {
        Map<String, Object> arguments = new HashMap<>(Map.of("x-queue-type", "quorum"));
        String refusal = refusal(connection, queue, arguments);
        Matcher lacking = LACKING.matcher(refusal);
        while (lacking.find() && !arguments.containsKey(lacking.group(1))) {
            String value = lacking.group(2);
            arguments.put(lacking.group(1), value.equals("true") ? true : (Object) Integer.valueOf(value));
            refusal = refusal(connection, queue, arguments);
            lacking.reset(refusal);
        }
        boolean limited = hasDefault || arguments.containsKey(LIMIT);
        int limit = (int) arguments.getOrDefault(LIMIT, DEFAULT);
        return !refusal.isEmpty() || !limited || (limit < 0 && hasDefault)
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(0, limit));
    }

    /** Returns why a queue does not exist with these arguments; an empty text if it does. */
    private static String refusal(BrokerConnection connection, String queue, Map<String, Object> arguments) {
        try {
            Channel channel = connection.channel();
            channel.queueDeclarePassive(queue); // so that the next call does not create it
            channel.queueDeclare(queue, true, false, false, arguments);
            channel.close();
            return "";
        } catch (IOException | TimeoutException | AlreadyClosedException e) { // the broker has closed the channel
            AMQP.Channel.Close close = PublishFailure.channelClose(e);
            return close == null ? e.toString() : close.getReplyText();
        }
    }
}
