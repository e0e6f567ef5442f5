// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.api.EventType;
import io.onceward.api.Upcaster;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The upcasters of the application. Thread-safe. */
public final class Upcasters {

    private final Map<Step, Upcaster> steps = new HashMap<>();

    /** What an upcaster converts. */
    private record Step(String type, int version) {}

    /** @throws io.onceward.api.OncewardException if two upcasters convert the same version of a type */
    public Upcasters(Collection<? extends Upcaster> upcasters) {
        for (Upcaster upcaster : upcasters) {
            Step step = new Step(upcaster.type(), upcaster.fromVersion());
            Upcaster other = steps.putIfAbsent(step, upcaster);
            if (other != null) {
                throw UpcasterErrors.sameStep(step.type(), step.version(), other.getClass(), upcaster.getClass());
            }
        }
    }

    /**
     * Returns a payload in its latest version.
     *
     * @param type the type of the event
     * @param headers have the version; without it, or with an illegal one, it is 1
     * @throws RuntimeException if the payload is no JSON, or an upcaster throws
     */
    public byte[] latest(String type, Map<String, String> headers, byte[] payload) {
        Step step = new Step(type, version(headers));
        if (!steps.containsKey(step)) {
            return payload;
        }
        JsonValue value = parsed(Utf8.decode(payload));
        for (Upcaster each = steps.get(step); each != null; each = steps.get(step)) {
            value = Objects.requireNonNull(each.upcast(value), "the upcaster returned null");
            step = new Step(type, step.version() + 1);
        }
        return Utf8.encode(value.toString());
    }

    /** Returns the version that an event says it has. */
    public static int version(Map<String, String> headers) {
        String version = headers.get(EventType.VERSION_HEADER);
        try {
            return version == null ? 1 : Integer.parseInt(version);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /** Returns the type of the payloads of a class; {@code null} for classes of the JDK, arrays and anonymous classes. */
    public static String typeOf(Class<?> javaClass) {
        EventType named = javaClass.getAnnotation(EventType.class);
        if (named != null) {
            return named.value();
        }
        boolean silent = javaClass.getName().startsWith("java.")
                || javaClass.isArray()
                || javaClass.getSimpleName().isEmpty();
        return silent ? null : javaClass.getSimpleName();
    }

    /** Returns the version of the payloads of a class. */
    public static int versionOf(Class<?> javaClass) {
        EventType named = javaClass.getAnnotation(EventType.class);
        return named != null ? named.version() : 1;
    }

    /** Reads any value. */
    static JsonValue parsed(String json) {
        JsonBrackets.verify(json);
        try (JsonReader reader = Json.createReader(new StringReader(json))) {
            return reader.readValue();
        }
    }
}
