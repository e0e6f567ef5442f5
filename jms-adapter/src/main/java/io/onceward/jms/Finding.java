// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

/** A way in which a connection factory loses messages. */
enum Finding {
    /** The session of a publisher has sent although the transaction rolled back. */
    NOT_ENLISTED(
            "it is not enlisted in the transaction: a message was in the queue although its transaction had rolled back"),

    /** The session of a receiver worked outside of the transaction. */
    AUTO_ACKNOWLEDGE(
            "it is in auto-acknowledge mode: a session for receiving did not follow its transaction, which rolled back"),

    /** The message of a transaction that committed is missing, and a later one is not. */
    IGNORED("it ignores the transaction: a message was missing in the queue although its transaction had committed, and"
            + " a later message was not missing"),

    /** The message that was sent alone is missing. */
    NEVER_COMMITTED(
            "a message that was sent outside of a JTA transaction was missing in the queue after the commit of its session, and"
                    + " a later message in a JTA transaction was not"),

    /** Artemis removes a message from the queue before it sends it. */
    PRE_ACKNOWLEDGE("it has preAcknowledge=true, so a rollback returns no message"),

    /** OpenMQ's client replaces it, except for temporary destinations. */
    NOT_PERSISTENT("it does not send messages as persistent ones, so a restart of the broker would drop them"),

    /** OpenMQ's client replaces it, except for temporary destinations. */
    EXPIRES("it gives messages an earlier expiry than they should have, at which the broker drops them"),

    /** While ActiveMQ's client waits to redeliver a message, it delivers the messages after it. */
    NON_BLOCKING_REDELIVERY(
            "it has nonBlockingRedelivery=true, so messages after a rolled back one are delivered before it"),

    /** Artemis' client sets the group of each message to that of its producer, or of the factory. */
    GROUPS(
            "it sets the group of each message by itself (autoGroup or groupID), so consumers get the messages of a key at the"
                    + " same time and in any order"),

    /** The session of a plain JVM is not transacted. */
    NOT_TRANSACTED(
            "it is in auto-acknowledge mode: it was asked for a transacted session, and its session is not transacted"),

    /** RabbitMQ's client commits message by message, and does not hear of a message that no queue takes. */
    RABBITMQ(
            "it is RabbitMQ's client for Jakarta Messaging, which commits a transaction in part if a queue is full, and"
                    + " loses messages to a deleted queue"),

    /** The client has no implementation of a method. */
    UNSUPPORTED("its client does not support a method of Jakarta Messaging that Onceward needs");

    private final String text;

    Finding(String text) {
        this.text = text;
    }

    /** Returns a clause about the connection factory, for error messages. */
    String text() {
        return text;
    }
}
