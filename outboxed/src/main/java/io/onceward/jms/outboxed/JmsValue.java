// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.MessageFormatException;

/** The conversions between the types of values, as the table in section 3.5.4 of Jakarta Messaging 3.1 allows them. */
final class JmsValue {

    private JmsValue() {}

    static boolean toBoolean(Object value) throws MessageFormatException {
        if (value instanceof Boolean known) {
            return known;
        }
        return Boolean.parseBoolean(text(value, "boolean"));
    }

    static byte toByte(Object value) throws MessageFormatException {
        return value instanceof Byte known ? known : Byte.parseByte(text(value, "byte"));
    }

    static short toShort(Object value) throws MessageFormatException {
        return value instanceof Byte || value instanceof Short
                ? ((Number) value).shortValue()
                : Short.parseShort(text(value, "short"));
    }

    static int toInt(Object value) throws MessageFormatException {
        return value instanceof Byte || value instanceof Short || value instanceof Integer
                ? ((Number) value).intValue()
                : Integer.parseInt(text(value, "int"));
    }

    static long toLong(Object value) throws MessageFormatException {
        return value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long
                ? ((Number) value).longValue()
                : Long.parseLong(text(value, "long"));
    }

    static float toFloat(Object value) throws MessageFormatException {
        return value instanceof Float known ? known : Float.parseFloat(notNull(text(value, "float")));
    }

    static double toDouble(Object value) throws MessageFormatException {
        return value instanceof Float || value instanceof Double
                ? ((Number) value).doubleValue()
                : Double.parseDouble(notNull(text(value, "double")));
    }

    static char toChar(Object value) throws MessageFormatException {
        if (value instanceof Character known) {
            return known;
        }
        if (value == null) {
            throw new NullPointerException("null is no char");
        }
        throw illegal(value, "char");
    }

    static String toText(Object value) throws MessageFormatException {
        if (value instanceof byte[]) {
            throw illegal(value, "String");
        }
        return value == null ? null : value.toString();
    }

    static byte[] toBytes(Object value) throws MessageFormatException {
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        throw illegal(value, "byte[]");
    }

    /** As {@code valueOf(null)} does. */
    private static String notNull(String text) {
        if (text == null) {
            throw new NumberFormatException("null");
        }
        return text;
    }

    private static String text(Object value, String type) throws MessageFormatException {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw illegal(value, type);
    }

    private static MessageFormatException illegal(Object value, String type) {
        return new MessageFormatException(
                "A value of type " + value.getClass().getSimpleName() + " can't be read as " + type);
    }
}
