// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** A sequence of bytes. It can be read after {@link #reset()}. Not thread-safe. */
final class OutboxedBytesMessage extends OutboxedMessage implements BytesMessage {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream output = new DataOutputStream(bytes);

    /** {@code null} while the body is written. */
    private DataInputStream input;

    /** Returns a copy of the body. */
    byte[] content() {
        return bytes.toByteArray();
    }

    /** Writes a value. */
    @FunctionalInterface
    private interface Writing {
        void to(DataOutputStream data) throws IOException;
    }

    private void write(Writing writing) throws JMSException {
        if (input != null) {
            throw new MessageNotWriteableException("The body is in read mode. Call clearBody() first.");
        }
        try {
            writing.to(output);
        } catch (IOException e) { // a text is too long
            throw failed(new MessageFormatException(String.valueOf(e.getMessage())), e);
        }
    }

    /** Reads a value. */
    @FunctionalInterface
    private interface Reading<T> {
        T from(DataInputStream data) throws IOException;
    }

    private <T> T read(Reading<T> reading) throws JMSException {
        if (input == null) {
            throw new MessageNotReadableException("The body is in write mode. Call reset() first.");
        }
        input.mark(Integer.MAX_VALUE);
        try {
            return reading.from(input);
        } catch (IOException e) {
            restore();
            JMSException failure = e instanceof EOFException
                    ? new MessageEOFException("The body has no more bytes")
                    : new MessageFormatException(String.valueOf(e.getMessage()));
            throw failed(failure, e);
        }
    }

    /** Has a failed read leave the position where it was. */
    private void restore() throws JMSException {
        try {
            input.reset();
        } catch (IOException e) {
            throw failed(new JMSException(String.valueOf(e.getMessage())), e);
        }
    }

    private static JMSException failed(JMSException failure, Exception cause) {
        failure.initCause(cause);
        return failure;
    }

    @Override
    public long getBodyLength() throws JMSException {
        if (input == null) {
            throw new MessageNotReadableException("The body is in write mode. Call reset() first.");
        }
        return bytes.size();
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(DataInputStream::readBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return read(DataInputStream::readByte);
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return read(DataInputStream::readUnsignedByte);
    }

    @Override
    public short readShort() throws JMSException {
        return read(DataInputStream::readShort);
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return read(DataInputStream::readUnsignedShort);
    }

    @Override
    public char readChar() throws JMSException {
        return read(DataInputStream::readChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(DataInputStream::readInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(DataInputStream::readLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(DataInputStream::readFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(DataInputStream::readDouble);
    }

    @Override
    public String readUTF() throws JMSException {
        return read(data -> data.readUTF());
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(data -> data.writeBoolean(value));
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(data -> data.writeByte(value));
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(data -> data.writeShort(value));
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(data -> data.writeChar(value));
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(data -> data.writeInt(value));
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(data -> data.writeLong(value));
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(data -> data.writeFloat(value));
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(data -> data.writeDouble(value));
    }

    @Override
    public void writeUTF(String value) throws JMSException {
        write(data -> data.writeUTF(value));
    }

    @Override
    public int readBytes(byte[] target) throws JMSException {
        return read(data -> data.read(target));
    }

    @Override
    public int readBytes(byte[] target, int length) throws JMSException {
        if (length < 0 || length > target.length) {
            throw new IndexOutOfBoundsException("A length of " + length + " is out of range");
        }
        return read(data -> data.read(target, 0, length));
    }

    @Override
    public void writeBytes(byte[] value) throws JMSException {
        write(data -> data.write(value));
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        write(data -> data.write(value, offset, length));
    }

    @Override
    public void writeObject(Object value) throws JMSException {
        if (value instanceof Boolean known) {
            writeBoolean(known);
        } else if (value instanceof Byte known) {
            writeByte(known);
        } else if (value instanceof Short known) {
            writeShort(known);
        } else if (value instanceof Character known) {
            writeChar(known);
        } else if (value instanceof Integer known) {
            writeInt(known);
        } else if (value instanceof Long known) {
            writeLong(known);
        } else if (value instanceof Float known) {
            writeFloat(known);
        } else if (value instanceof Double known) {
            writeDouble(known);
        } else if (value instanceof String known) {
            writeUTF(known);
        } else if (value instanceof byte[] known) {
            writeBytes(known);
        } else if (value == null) {
            throw new NullPointerException("value");
        } else {
            throw new MessageFormatException(
                    "A bytes message has no values of " + value.getClass().getName());
        }
    }

    @Override
    public void reset() {
        input = new DataInputStream(new ByteArrayInputStream(content()));
    }

    @Override
    public void clearBody() {
        bytes.reset();
        input = null;
    }

    @Override
    Object body() {
        return bytes.size() == 0 ? null : content();
    }
}
