// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;

/** A message without a body, which needs no broker; the base of the others. Not thread-safe. */
class OutboxedMessage implements Message {

    private final MessageProperties properties = new MessageProperties();
    private String messageId;
    private long timestamp;
    private String correlationId;
    private Destination replyTo;
    private Destination destination;
    private int deliveryMode = Message.DEFAULT_DELIVERY_MODE;
    private boolean redelivered;
    private String type;
    private long expiration;
    private long deliveryTime;
    private int priority = Message.DEFAULT_PRIORITY;

    /** Returns the properties with their types. */
    final MessageProperties properties() {
        return properties;
    }

    @Override
    public String getJMSMessageID() {
        return messageId;
    }

    @Override
    public void setJMSMessageID(String value) {
        messageId = value;
    }

    @Override
    public long getJMSTimestamp() {
        return timestamp;
    }

    @Override
    public void setJMSTimestamp(long value) {
        timestamp = value;
    }

    @Override
    public String getJMSCorrelationID() {
        return correlationId;
    }

    @Override
    public void setJMSCorrelationID(String value) {
        correlationId = value;
    }

    @Override
    public Destination getJMSReplyTo() {
        return replyTo;
    }

    @Override
    public void setJMSReplyTo(Destination value) {
        replyTo = value;
    }

    @Override
    public Destination getJMSDestination() {
        return destination;
    }

    @Override
    public void setJMSDestination(Destination value) {
        destination = value;
    }

    @Override
    public int getJMSDeliveryMode() {
        return deliveryMode;
    }

    @Override
    public void setJMSDeliveryMode(int value) {
        deliveryMode = value;
    }

    @Override
    public boolean getJMSRedelivered() {
        return redelivered;
    }

    @Override
    public void setJMSRedelivered(boolean value) {
        redelivered = value;
    }

    @Override
    public String getJMSType() {
        return type;
    }

    @Override
    public void setJMSType(String value) {
        type = value;
    }

    @Override
    public long getJMSExpiration() {
        return expiration;
    }

    @Override
    public void setJMSExpiration(long value) {
        expiration = value;
    }

    @Override
    public long getJMSDeliveryTime() {
        return deliveryTime;
    }

    @Override
    public void setJMSDeliveryTime(long value) {
        deliveryTime = value;
    }

    @Override
    public int getJMSPriority() {
        return priority;
    }

    @Override
    public void setJMSPriority(int value) {
        priority = value;
    }

    @Override
    public byte[] getJMSCorrelationIDAsBytes() {
        return correlationId == null ? null : correlationId.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void setJMSCorrelationIDAsBytes(byte[] value) {
        setJMSCorrelationID(CorrelationBytes.text(value));
    }

    @Override
    public void clearProperties() {
        properties.clear();
    }

    @Override
    public boolean propertyExists(String name) {
        return properties.contains(name);
    }

    @Override
    public Enumeration<?> getPropertyNames() {
        return Collections.enumeration(properties.names());
    }

    @Override
    public boolean getBooleanProperty(String name) throws JMSException {
        return JmsValue.toBoolean(properties.get(name));
    }

    @Override
    public byte getByteProperty(String name) throws JMSException {
        return JmsValue.toByte(properties.get(name));
    }

    @Override
    public short getShortProperty(String name) throws JMSException {
        return JmsValue.toShort(properties.get(name));
    }

    @Override
    public int getIntProperty(String name) throws JMSException {
        return JmsValue.toInt(properties.get(name));
    }

    @Override
    public long getLongProperty(String name) throws JMSException {
        return JmsValue.toLong(properties.get(name));
    }

    @Override
    public float getFloatProperty(String name) throws JMSException {
        return JmsValue.toFloat(properties.get(name));
    }

    @Override
    public double getDoubleProperty(String name) throws JMSException {
        return JmsValue.toDouble(properties.get(name));
    }

    @Override
    public String getStringProperty(String name) throws JMSException {
        return properties.text(name);
    }

    @Override
    public Object getObjectProperty(String name) {
        return properties.get(name);
    }

    @Override
    public void setBooleanProperty(String name, boolean value) {
        properties.set(name, value);
    }

    @Override
    public void setByteProperty(String name, byte value) {
        properties.set(name, value);
    }

    @Override
    public void setShortProperty(String name, short value) {
        properties.set(name, value);
    }

    @Override
    public void setIntProperty(String name, int value) {
        properties.set(name, value);
    }

    @Override
    public void setLongProperty(String name, long value) {
        properties.set(name, value);
    }

    @Override
    public void setFloatProperty(String name, float value) {
        properties.set(name, value);
    }

    @Override
    public void setDoubleProperty(String name, double value) {
        properties.set(name, value);
    }

    @Override
    public void setStringProperty(String name, String value) {
        properties.set(name, value);
    }

    @Override
    public void setObjectProperty(String name, Object value) {
        properties.set(name, value);
    }

    @Override
    public void acknowledge() {
        throw OutboxedErrors.sessionTransaction("acknowledge()");
    }

    @Override
    public void clearBody() {
        // there is none
    }

    /** Returns the body, in the form that {@link #getBody} returns; {@code null} if there is none. */
    Object body() throws JMSException {
        return null;
    }

    @Override
    public final <T> T getBody(Class<T> bodyType) throws JMSException {
        if (!isBodyAssignableTo(bodyType)) {
            throw new MessageFormatException("The body can't be read as " + bodyType.getName());
        }
        return bodyType.cast(body());
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public final boolean isBodyAssignableTo(Class bodyType) throws JMSException {
        Object body = body();
        return body == null || bodyType.isInstance(body);
    }
}
