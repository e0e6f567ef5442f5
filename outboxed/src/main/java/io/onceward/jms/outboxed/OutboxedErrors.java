// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import static io.onceward.log.Coded.callError;

import io.onceward.api.InvalidCallException;

/** Errors of calls of an outboxed object that the outbox can't honour. */
final class OutboxedErrors {

    private OutboxedErrors() {}

    static InvalidCallException receiving(String call) {
        return callError(
                "0310",
                null,
                "An outboxed object of Jakarta Messaging only records messages, so %s is not possible. Receive by a"
                        + " message-driven bean, or by a JMSContext or ConnectionFactory without @Outboxed.",
                call);
    }

    static InvalidCallException sessionTransaction(String call) {
        return callError(
                "0311",
                null,
                "An outboxed object of Jakarta Messaging has no transaction or acknowledgement of a session, so %s is"
                        + " not possible. Commit or roll back the JTA transaction in which the messages were recorded.",
                call);
    }

    static InvalidCallException temporaryDestination(String use) {
        return callError(
                "0312",
                null,
                "A temporary destination exists only as long as its connection, but a recorded message is published"
                        + " later, so %s is not possible. Use a queue of the broker, and correlate the replies by"
                        + " JMSCorrelationID.",
                use);
    }

    static InvalidCallException noDestination(String why) {
        return callError(
                "0313",
                null,
                "A message can't be recorded, because %s. Pass a queue or topic with a name: injected, from JNDI, or by"
                        + " createQueue or createTopic.",
                why);
    }

    static InvalidCallException unsupportedBody(String what, Throwable cause) {
        return callError(
                "0314",
                cause,
                "A message can't be recorded, because its body is %s. Use a text, bytes, a map or a stream of boxed"
                        + " values, or an object message with a String or a boxed value. To record an object of a class of"
                        + " the application as JSON, name the class in onceward.object-classes, or call Outbox.record.",
                what);
    }

    static InvalidCallException illegalProperty(String name, String why, String instead) {
        return callError(
                "0315", null, "The property '%s' of a message is not allowed: %s. Use %s instead.", name, why, instead);
    }

    static InvalidCallException illegalValue(String what, String range) {
        return callError("0316", null, "The %s of a message is out of range. Use %s.", what, range);
    }

    static InvalidCallException unreadableMessage(Class<?> type, Throwable cause) {
        return callError(
                "0317",
                cause,
                "A message of class %s can't be recorded, because it can't be read or changed: %s. Create the message by the"
                        + " outboxed JMSContext or Session.",
                type.getName(),
                cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage());
    }

    static InvalidCallException otherDestination(String asked, String channel, String configured) {
        return callError(
                "0318",
                null,
                "A message for the %s '%s' can't be recorded, because the channel of this name publishes to %s. Set"
                        + " mp.messaging.outgoing.%s.destination to %s:%s, or remove the destinations of this channel from"
                        + " the configuration.",
                asked,
                channel,
                configured,
                channel,
                asked,
                channel);
    }

    static InvalidCallException unsupported(String call) {
        return callError(
                "0319",
                null,
                "An outboxed object of Jakarta Messaging has no connection to a broker, so %s is not possible. Use a"
                        + " ConnectionFactory without @Outboxed for this call.",
                call);
    }
}
