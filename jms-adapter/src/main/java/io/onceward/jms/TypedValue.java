// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import java.util.Base64;

/**
 * A value of a property or of a body, as a text with its type.
 *
 * @param type the name of the type
 * @param text the value
 */
public record TypedValue(String type, String text) {

    /** The type of texts. */
    public static final String STRING = "string";

    private static final String BYTES = "bytes";
    private static final String NULL = "null";

    /**
     * Returns a value with its type.
     *
     * @param value {@code null} is a value, too
     * @return {@code null} if Jakarta Messaging has no such type
     */
    public static TypedValue of(Object value) {
        if (value == null) {
            return new TypedValue(NULL, "");
        }
        if (value instanceof byte[] bytes) {
            return new TypedValue(BYTES, Base64.getEncoder().encodeToString(bytes));
        }
        String type = typeOf(value);
        return type == null ? null : new TypedValue(type, value.toString());
    }

    private static String typeOf(Object value) {
        if (value instanceof String) {
            return STRING;
        } else if (value instanceof Integer) {
            return "int";
        } else if (value instanceof Long) {
            return "long";
        } else if (value instanceof Boolean) {
            return "boolean";
        } else if (value instanceof Double) {
            return "double";
        } else if (value instanceof Float) {
            return "float";
        } else if (value instanceof Short) {
            return "short";
        } else if (value instanceof Byte) {
            return "byte";
        }
        return value instanceof Character ? "char" : null;
    }

    /** @throws IllegalArgumentException if another writer has left an illegal type or value */
    Object value() {
        return switch (type) {
            case STRING -> text;
            case "int" -> Integer.valueOf(text);
            case "long" -> Long.valueOf(text);
            case "boolean" -> Boolean.valueOf(text);
            case "double" -> Double.valueOf(text);
            case "float" -> Float.valueOf(text);
            case "short" -> Short.valueOf(text);
            case "byte" -> Byte.valueOf(text);
            case "char" -> character();
            case BYTES -> Base64.getDecoder().decode(text);
            case NULL -> null;
            default -> throw new IllegalArgumentException("the type " + type + " is unknown");
        };
    }

    private Character character() {
        if (text.length() != 1) {
            throw new IllegalArgumentException("a char has one character");
        }
        return text.charAt(0);
    }
}
