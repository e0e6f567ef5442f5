// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import java.util.Optional;

/** The texts of keys. */
public final class KeyText {

    /** The look by reflection costs more than most keys. */
    private static final ClassValue<Boolean> MISSING = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.isArray() || type.getMethod("toString").getDeclaringClass() == Object.class;
            } catch (NoSuchMethodException e) {
                return true; // each object has it
            }
        }
    };

    private KeyText() {}

    /** Returns whether the objects of a class have only the text of their identity, so that equal ones would be different keys. */
    public static boolean isMissing(Class<?> type) {
        return MISSING.get(type);
    }

    /**
     * Returns the text of a key; {@code null} for null and an empty {@link Optional}.
     *
     * @throws RuntimeException if the value has no text, or its method throws
     */
    public static String of(Object value) {
        Object key = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (key == null || key instanceof String) {
            return (String) key;
        }
        if (isMissing(key.getClass())) {
            throw new IllegalArgumentException(key.getClass().getTypeName() + " has no toString()");
        }
        return key.toString();
    }
}
