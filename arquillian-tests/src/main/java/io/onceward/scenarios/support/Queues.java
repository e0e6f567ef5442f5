// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Sends and receives messages outside of any transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Queues {

    private static final long PATIENCE_MILLIS = 30_000;

    private ConnectionFactory factory;

    /** Returns the other classes that this one needs. */
    public static Class<?>[] parts() {
        return new Class<?>[] {LibertyQueue.class, ManagedQueue.class, OpenMqQueue.class};
    }

    @PostConstruct
    void open() {
        factory = ServerResources.connectionFactory();
    }

    /** All messages that are in the queue now, in their order; they are taken out of it. */
    public List<ConsumedMessage> drain(String queue) {
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(OpenMqQueue.name(queue)))) {
            List<ConsumedMessage> all = new ArrayList<>();
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                all.add(ConsumedMessage.of(next));
            }
            return all;
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The next message, waiting for it. */
    public ConsumedMessage receive(String queue) {
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(OpenMqQueue.name(queue)))) {
            Message message = consumer.receive(PATIENCE_MILLIS);
            if (message == null) {
                throw new AssertionError("no message in queue " + queue + " after " + PATIENCE_MILLIS + " ms");
            }
            return ConsumedMessage.of(message);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a text with these properties. */
    public void send(String queue, String text, Map<String, String> properties) {
        send(context -> context.createQueue(queue), text, producer -> properties.forEach(producer::setProperty));
    }

    /** Sends a message of any kind. */
    public void send(String queue, MessageOf message) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue(queue), message.in(context));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates a message. */
    public interface MessageOf {
        Message in(JMSContext context) throws JMSException;
    }

    /** Sends a text with these properties to a topic. */
    public void publish(String topic, String text, Map<String, String> properties) {
        send(context -> context.createTopic(topic), text, producer -> properties.forEach(producer::setProperty));
    }

    /** Returns whether messages can be without a JMSMessageID. OpenMQ always sets one. */
    public boolean canSendAnonymously() {
        return !OpenMqQueue.areThere();
    }

    /** Sends a text without any identity, not even a JMSMessageID. */
    public void sendAnonymously(String queue, String text) {
        send(context -> context.createQueue(queue), text, producer -> producer.setDisableMessageID(true));
    }

    private void send(DestinationOf destination, String text, Consumer<JMSProducer> prepare) {
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer();
            prepare.accept(producer);
            producer.send(destination.in(context), text);
        }
    }

    /** Returns the number of messages of a queue: pending, in delivery to a consumer, or to be redelivered. */
    public int depth(String queue) {
        if (LibertyQueue.areThere()) {
            return LibertyQueue.depth(queue);
        }
        if (OpenMqQueue.areThere()) {
            return OpenMqQueue.depth(queue);
        }
        return depthOf("queue." + queue)
                .or(() -> depthOf("queue.jms.queue." + queue)) // what WildFly's own broker calls it
                .orElseThrow(() -> new AssertionError("the broker has no queue " + queue));
    }

    private Optional<Integer> depthOf(String resource) {
        try (JMSContext context = factory.createContext()) {
            Destination replies = context.createTemporaryQueue();
            context.createProducer()
                    .setJMSReplyTo(replies)
                    .setProperty("_AMQ_ResourceName", resource)
                    .setProperty("_AMQ_Attribute", "messageCount")
                    .send(context.createQueue("activemq.management"), context.createMessage());
            try (JMSConsumer consumer = context.createConsumer(replies)) {
                Message reply = consumer.receive(PATIENCE_MILLIS);
                return reply.getBooleanProperty("_AMQ_OperationSucceeded")
                        ? Optional.of(
                                Integer.valueOf(reply.getBody(String.class).replaceAll("[\\[\\]]", "")))
                        : Optional.empty();
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private interface DestinationOf {
        Destination in(JMSContext context);
    }
}
