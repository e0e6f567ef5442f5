// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.jms.TypedValue;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageFormatException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Named values. Not thread-safe. */
final class OutboxedMapMessage extends OutboxedMessage implements MapMessage {

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Returns the values by their names. */
    Map<String, Object> values() {
        return values;
    }

    private void put(String name, Object value) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("The name of a value in a map message is empty");
        }
        values.put(name, value);
    }

    @Override
    public boolean getBoolean(String name) throws JMSException {
        return JmsValue.toBoolean(values.get(name));
    }

    @Override
    public byte getByte(String name) throws JMSException {
        return JmsValue.toByte(values.get(name));
    }

    @Override
    public short getShort(String name) throws JMSException {
        return JmsValue.toShort(values.get(name));
    }

    @Override
    public char getChar(String name) throws JMSException {
        return JmsValue.toChar(values.get(name));
    }

    @Override
    public int getInt(String name) throws JMSException {
        return JmsValue.toInt(values.get(name));
    }

    @Override
    public long getLong(String name) throws JMSException {
        return JmsValue.toLong(values.get(name));
    }

    @Override
    public float getFloat(String name) throws JMSException {
        return JmsValue.toFloat(values.get(name));
    }

    @Override
    public double getDouble(String name) throws JMSException {
        return JmsValue.toDouble(values.get(name));
    }

    @Override
    public void setBoolean(String name, boolean value) {
        put(name, value);
    }

    @Override
    public void setByte(String name, byte value) {
        put(name, value);
    }

    @Override
    public void setShort(String name, short value) {
        put(name, value);
    }

    @Override
    public void setChar(String name, char value) {
        put(name, value);
    }

    @Override
    public void setInt(String name, int value) {
        put(name, value);
    }

    @Override
    public void setLong(String name, long value) {
        put(name, value);
    }

    @Override
    public void setFloat(String name, float value) {
        put(name, value);
    }

    @Override
    public void setDouble(String name, double value) {
        put(name, value);
    }

    @Override
    public void setString(String name, String value) {
        put(name, value);
    }

    @Override
    public String getString(String name) throws JMSException {
        return JmsValue.toText(values.get(name));
    }

    @Override
    public byte[] getBytes(String name) throws JMSException {
        return JmsValue.toBytes(values.get(name));
    }

    @Override
    public Object getObject(String name) {
        return values.get(name);
    }

    @Override
    public Enumeration<?> getMapNames() {
        return Collections.enumeration(values.keySet());
    }

    @Override
    public void setBytes(String name, byte[] value) {
        put(name, value == null ? null : value.clone());
    }

    @Override
    public void setBytes(String name, byte[] value, int offset, int length) {
        put(name, Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void setObject(String name, Object value) throws JMSException {
        if (TypedValue.of(value) == null) {
            throw new MessageFormatException(
                    "A map message has no values of " + value.getClass().getName());
        }
        put(name, value instanceof byte[] bytes ? bytes.clone() : value);
    }

    @Override
    public boolean itemExists(String name) {
        return values.containsKey(name);
    }

    @Override
    public void clearBody() {
        values.clear();
    }

    @Override
    Object body() {
        return values.isEmpty() ? null : Collections.unmodifiableMap(values);
    }
}
