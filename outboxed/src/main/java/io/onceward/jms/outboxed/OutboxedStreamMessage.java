// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.jms.TypedValue;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.StreamMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sequence of values. It can be read after {@link #reset()}. Not thread-safe. */
final class OutboxedStreamMessage extends OutboxedMessage implements StreamMessage {

    private final List<Object> values = new ArrayList<>();
    private boolean readable;
    private int position;

    /** The rest of an array that is read in parts. */
    private ByteBuffer unread;

    /** Returns the values. */
    List<Object> values() {
        return values;
    }

    private void write(Object value) throws JMSException {
        if (readable) {
            throw new MessageNotWriteableException("The body is in read mode. Call clearBody() first.");
        }
        values.add(value);
    }

    /** A conversion of a value. */
    @FunctionalInterface
    private interface Conversion<T> {
        T of(Object value) throws JMSException;
    }

    /** Reads a value; if that fails, the position stays. */
    private <T> T read(Conversion<T> conversion) throws JMSException {
        T converted = conversion.of(peek());
        position++;
        return converted;
    }

    private Object peek() throws JMSException {
        if (!readable) {
            throw new MessageNotReadableException("The body is in write mode. Call reset() first.");
        }
        if (unread != null) {
            throw new MessageFormatException("An array is not read to its end. Call readBytes until it returns -1.");
        }
        if (position == values.size()) {
            throw new MessageEOFException("The body has no more values");
        }
        return values.get(position);
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(JmsValue::toBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return read(JmsValue::toByte);
    }

    @Override
    public short readShort() throws JMSException {
        return read(JmsValue::toShort);
    }

    @Override
    public char readChar() throws JMSException {
        return read(JmsValue::toChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(JmsValue::toInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(JmsValue::toLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(JmsValue::toFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(JmsValue::toDouble);
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(value);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(value);
    }

    @Override
    public void writeString(String value) throws JMSException {
        write(value);
    }

    @Override
    public String readString() throws JMSException {
        return read(JmsValue::toText);
    }

    @Override
    public Object readObject() throws JMSException {
        return read(value -> value instanceof byte[] bytes ? bytes.clone() : value);
    }

    @Override
    public int readBytes(byte[] target) throws JMSException {
        if (unread == null) {
            byte[] next = JmsValue.toBytes(peek());
            if (next == null) {
                position++;
                return -1;
            }
            unread = ByteBuffer.wrap(next);
        } else if (!unread.hasRemaining()) {
            return endOfBytes(-1);
        }
        int length = Math.min(target.length, unread.remaining());
        unread.get(target, 0, length);
        return length < target.length ? endOfBytes(length) : length;
    }

    private int endOfBytes(int length) {
        unread = null;
        position++;
        return length;
    }

    @Override
    public void writeBytes(byte[] value) throws JMSException {
        write(value == null ? null : value.clone());
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        write(Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void writeObject(Object value) throws JMSException {
        if (TypedValue.of(value) == null) {
            throw new MessageFormatException(
                    "A stream message has no values of " + value.getClass().getName());
        }
        write(value instanceof byte[] bytes ? bytes.clone() : value);
    }

    @Override
    public void reset() {
        readable = true;
        position = 0;
        unread = null;
    }

    @Override
    public void clearBody() {
        values.clear();
        reset();
        readable = false;
    }

    @Override
    Object body() throws JMSException {
        throw new MessageFormatException("The body of a stream message is read value by value");
    }
}
