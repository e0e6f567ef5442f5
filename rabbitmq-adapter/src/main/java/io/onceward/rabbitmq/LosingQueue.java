// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds queues whose declaration makes RabbitMQ delete messages that nobody has received. AMQP shows no declaration, but a broker
 * refuses to declare a queue again with another one, and names the first difference. It also refuses a user without the permission to
 * configure the queue, of whose queues this knows nothing.
 */
final class LosingQueue {

    private static final Pattern DIFFERENCE = Pattern.compile(
            "inequivalent arg '([a-z_-]+)' for .* current is (?:the value )?(?:'(.*)' of type '(\\w+)'|'(\\w+)').*");

    private static final String LOCKED = "RESOURCE_LOCKED";

    private static final String OVERFLOW = "x-overflow";

    private static final String DEAD_LETTERS = "x-dead-letter-exchange";

    private boolean durable = true;
    private boolean autoDelete;
    private final Map<String, Object> arguments = new HashMap<>();

    private final String queue;
    private String refusal;

    /** Finds out what a broker tells of the declaration of a queue. */
    LosingQueue(BrokerConnection connection, String queue) {
        this.queue = queue;
        refusal = refusal(connection);
        while (adopts(refusal)) {
            refusal = refusal(connection);
        }
    }

    /** Returns whether it is a stream, if the user may know. */
    boolean isStream() {
        return "stream".equals(arguments.get("x-queue-type"));
    }

    /** Warns of such a queue. */
    void warn() {
        List<String> ways = ways();
        if (!ways.isEmpty()) {
            RabbitLog.loses(queue, String.join("; ", ways));
        }
    }

    private List<String> ways() {
        List<String> ways = new ArrayList<>();
        if (refusal.startsWith(LOCKED)) {
            ways.add("it is exclusive to another connection, with whose end it is deleted");
        }
        if (!durable) {
            ways.add("it is not durable, so a restart of the broker deletes it");
        }
        if (autoDelete) {
            ways.add("it is deleted when its last consumer ends (auto-delete)");
        }
        if (arguments.containsKey("x-expires")) {
            ways.add("it is deleted when it has no consumer for a time (x-expires)");
        }
        if (!arguments.containsKey(DEAD_LETTERS)) {
            addDrops(ways);
        } else if ("reject-publish-dlx".equals(arguments.get(OVERFLOW))) {
            ways.add("if it is full, each attempt to publish a message leaves a copy at its dead-letter exchange"
                    + " (x-overflow=reject-publish-dlx)");
        }
        return ways;
    }

    private void addDrops(List<String> ways) {
        if (arguments.containsKey("x-message-ttl")) {
            ways.add("its messages are dropped after a time (x-message-ttl), and it has no dead-letter exchange");
        }
        boolean isLimited = arguments.containsKey("x-max-length") || arguments.containsKey("x-max-length-bytes");
        if (isLimited && !String.valueOf(arguments.get(OVERFLOW)).startsWith("reject-publish")) {
            ways.add("if it is full, its oldest messages are dropped: it has neither x-overflow=reject-publish nor a"
                    + " dead-letter exchange");
        }
    }

    /** Returns whether the next declaration takes over the difference that a broker has named. */
    private boolean adopts(String refusal) {
        Matcher difference = DIFFERENCE.matcher(refusal);
        if (!difference.matches()) {
            return false;
        }
        String name = difference.group(1);
        switch (name) {
            case "durable" -> durable = false;
            case "auto_delete" -> autoDelete = true;
            default -> {
                return difference.group(2) != null
                        && arguments.put(name, value(difference.group(2), difference.group(3))) == null;
            }
        }
        return true;
    }

    private static Object value(String text, String type) {
        try {
            return switch (type) {
                case "bool" -> Boolean.valueOf(text);
                case "longstr" -> text;
                default -> Long.valueOf(text);
            };
        } catch (NumberFormatException e) {
            return text;
        }
    }

    /** Returns why the queue has another declaration; an empty text if it has this one. */
    private String refusal(BrokerConnection connection) {
        try {
            Channel channel = connection.channel();
            channel.queueDeclarePassive(queue); // so that the next call does not create it
            channel.queueDeclare(queue, durable, false, autoDelete, arguments);
            channel.close();
            return "";
        } catch (IOException | TimeoutException | AlreadyClosedException e) { // the broker has closed the channel
            AMQP.Channel.Close close = PublishFailure.channelClose(e);
            return close == null ? e.toString() : close.getReplyText().replaceFirst("^PRECONDITION_FAILED - ", "");
        }
    }
}
