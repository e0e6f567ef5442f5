// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.api.OncewardException;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** A producer that records what it sends. Not thread-safe, as a {@link JMSProducer} is not. */
final class OutboxedProducer implements JMSProducer {

    private final MessageRecorder recorder;
    private final MessageProperties properties = new MessageProperties();
    private SendOptions options = SendOptions.DEFAULT;
    private CompletionListener listener;
    private boolean disableMessageId;
    private boolean disableTimestamp;
    private String correlationId;
    private String type;
    private Destination replyTo;

    OutboxedProducer(MessageRecorder recorder) {
        this.recorder = recorder;
    }

    /** Makes a message, and may find that this is impossible. */
    @FunctionalInterface
    private interface Making {
        Message make() throws JMSException;
    }

    private JMSProducer send(Destination destination, Making making) {
        Message message;
        try {
            message = making.make();
        } catch (JMSException e) {
            throw recorder.refuse(OutboxedErrors.unsupportedBody(e.getMessage(), e));
        } catch (RuntimeException e) {
            throw recorder.refuse(e);
        }
        if (message == null) {
            throw recorder.refuse(new MessageFormatRuntimeException("The message is null"));
        }
        try {
            apply(message);
        } catch (OncewardException e) {
            throw recorder.refuse(e);
        } catch (JMSException | RuntimeException e) { // other implementations may throw anything
            throw recorder.refuse(OutboxedErrors.unreadableMessage(message.getClass(), e));
        }
        recorder.record(destination, message, options);
        if (listener != null) {
            listener.onCompletion(message);
        }
        return this;
    }

    /** Properties and headers of the producer replace those of the message. */
    private void apply(Message message) throws JMSException {
        if (message instanceof OutboxedMessage own) {
            own.properties().putAll(properties); // they are verified already
        } else {
            for (Map.Entry<String, Object> property : properties.all().entrySet()) {
                message.setObjectProperty(property.getKey(), property.getValue());
            }
        }
        if (correlationId != null) {
            message.setJMSCorrelationID(correlationId);
        }
        if (type != null) {
            message.setJMSType(type);
        }
        if (replyTo != null) {
            message.setJMSReplyTo(replyTo);
        }
    }

    @Override
    public JMSProducer send(Destination destination, Message message) {
        return send(destination, () -> message);
    }

    @Override
    public JMSProducer send(Destination destination, String body) {
        return send(destination, () -> new OutboxedTextMessage(body));
    }

    @Override
    public JMSProducer send(Destination destination, Map<String, Object> body) {
        return send(destination, () -> {
            MapMessage message = new OutboxedMapMessage();
            if (body != null) {
                for (Map.Entry<String, Object> entry : body.entrySet()) {
                    message.setObject(entry.getKey(), entry.getValue());
                }
            }
            return message;
        });
    }

    @Override
    public JMSProducer send(Destination destination, byte[] body) {
        return send(destination, () -> {
            OutboxedBytesMessage message = new OutboxedBytesMessage();
            if (body != null) {
                message.writeBytes(body);
            }
            return message;
        });
    }

    @Override
    public JMSProducer send(Destination destination, Serializable body) {
        return send(destination, () -> new OutboxedObjectMessage(body));
    }

    @Override
    public JMSProducer setDisableMessageID(boolean value) {
        disableMessageId = value;
        return this;
    }

    @Override
    public boolean getDisableMessageID() {
        return disableMessageId;
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean value) {
        disableTimestamp = value;
        return this;
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return disableTimestamp;
    }

    @Override
    public JMSProducer setDeliveryMode(int deliveryMode) {
        options = options.withDeliveryMode(deliveryMode);
        return this;
    }

    @Override
    public int getDeliveryMode() {
        return options.deliveryMode();
    }

    @Override
    public JMSProducer setPriority(int priority) {
        options = options.withPriority(priority);
        return this;
    }

    @Override
    public int getPriority() {
        return options.priority();
    }

    @Override
    public JMSProducer setTimeToLive(long timeToLive) {
        options = options.withTimeToLive(timeToLive);
        return this;
    }

    @Override
    public long getTimeToLive() {
        return options.timeToLive();
    }

    @Override
    public JMSProducer setDeliveryDelay(long deliveryDelay) {
        options = options.withDeliveryDelay(deliveryDelay);
        return this;
    }

    @Override
    public long getDeliveryDelay() {
        return options.deliveryDelay();
    }

    @Override
    public JMSProducer setAsync(CompletionListener completionListener) {
        listener = completionListener;
        return this;
    }

    @Override
    public CompletionListener getAsync() {
        return listener;
    }

    private JMSProducer set(String name, Object value) {
        properties.set(name, value);
        return this;
    }

    @Override
    public boolean getBooleanProperty(String name) {
        return read(name, JmsValue::toBoolean);
    }

    @Override
    public byte getByteProperty(String name) {
        return read(name, JmsValue::toByte);
    }

    @Override
    public short getShortProperty(String name) {
        return read(name, JmsValue::toShort);
    }

    @Override
    public int getIntProperty(String name) {
        return read(name, JmsValue::toInt);
    }

    @Override
    public long getLongProperty(String name) {
        return read(name, JmsValue::toLong);
    }

    @Override
    public float getFloatProperty(String name) {
        return read(name, JmsValue::toFloat);
    }

    @Override
    public double getDoubleProperty(String name) {
        return read(name, JmsValue::toDouble);
    }

    @Override
    public JMSProducer setProperty(String name, boolean value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, byte value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, short value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, int value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, long value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, float value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, double value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, String value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, Object value) {
        return set(name, value);
    }

    @Override
    public JMSProducer clearProperties() {
        properties.clear();
        return this;
    }

    @Override
    public boolean propertyExists(String name) {
        return properties.contains(name);
    }

    /** A conversion of a property. */
    @FunctionalInterface
    private interface Conversion<T> {
        T of(Object value) throws MessageFormatException;
    }

    private <T> T read(String name, Conversion<T> conversion) {
        try {
            return conversion.of(properties.get(name));
        } catch (MessageFormatException e) {
            throw new MessageFormatRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }

    @Override
    public String getStringProperty(String name) {
        return read(name, JmsValue::toText);
    }

    @Override
    public Object getObjectProperty(String name) {
        return properties.get(name);
    }

    @Override
    public Set<String> getPropertyNames() {
        return properties.names();
    }

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte[] value) {
        return setJMSCorrelationID(CorrelationBytes.text(value));
    }

    @Override
    public byte[] getJMSCorrelationIDAsBytes() {
        return correlationId == null ? null : correlationId.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public JMSProducer setJMSCorrelationID(String value) {
        correlationId = value;
        return this;
    }

    @Override
    public String getJMSCorrelationID() {
        return correlationId;
    }

    @Override
    public JMSProducer setJMSType(String value) {
        type = value;
        return this;
    }

    @Override
    public String getJMSType() {
        return type;
    }

    @Override
    public JMSProducer setJMSReplyTo(Destination value) {
        replyTo = value;
        return this;
    }

    @Override
    public Destination getJMSReplyTo() {
        return replyTo;
    }
}
