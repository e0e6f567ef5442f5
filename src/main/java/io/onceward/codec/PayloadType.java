// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.api.EventType;

/**
 * The type of the payloads of a class.
 *
 * @param name what the class declares, or its simple name; {@code null} for classes of the JDK, arrays and anonymous classes
 * @param version the version of the payloads
 */
public record PayloadType(String name, int version) {

    /** Returns that of a class. */
    public static PayloadType of(Class<?> javaClass) {
        EventType named = javaClass.getAnnotation(EventType.class);
        return named != null ? new PayloadType(named.value(), named.version()) : new PayloadType(nameOf(javaClass), 1);
    }

    private static String nameOf(Class<?> javaClass) {
        boolean silent = javaClass.getName().startsWith("java.")
                || javaClass.isArray()
                || javaClass.getSimpleName().isEmpty();
        return silent ? null : javaClass.getSimpleName();
    }
}
