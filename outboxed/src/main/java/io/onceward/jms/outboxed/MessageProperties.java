// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.jms.JmsHeaderName;
import io.onceward.jms.TypedValue;
import jakarta.jms.MessageFormatException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The properties of a message, with their types. */
final class MessageProperties {

    static final String GROUP = "JMSXGroupID";
    static final String GROUP_SEQUENCE = "JMSXGroupSeq";

    private static final String INSTEAD_OF_TYPE = "a String, a boxed number or a Boolean";

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** @throws io.onceward.api.InvalidCallException if the name or the type of the value is illegal */
    void set(String name, Object value) {
        if (name == null) {
            throw OutboxedErrors.illegalProperty("null", "the name is null", "a name of 1 to 255 characters");
        }
        if (!name.equals(GROUP) && !name.equals(GROUP_SEQUENCE)) {
            JmsHeaderName.illegal(name).ifPresent(illegal -> {
                throw OutboxedErrors.illegalProperty(name, illegal.why(), illegal.instead());
            });
        }
        verify(name, value);
        values.put(name, value);
    }

    private static void verify(String name, Object value) {
        if (name.equals(GROUP_SEQUENCE) && !(value instanceof Integer)) {
            throw OutboxedErrors.illegalProperty(name, "its value is no int", "an int");
        }
        if (name.equals(GROUP) && !(value instanceof String)) {
            throw OutboxedErrors.illegalProperty(name, "its value is no String", "a String");
        }
        if (value instanceof byte[] || value instanceof Character || TypedValue.of(value) == null) {
            throw OutboxedErrors.illegalProperty(
                    name, "properties have no values of " + value.getClass().getName(), INSTEAD_OF_TYPE);
        }
    }

    Object get(String name) {
        return values.get(name);
    }

    String text(String name) throws MessageFormatException {
        return JmsValue.toText(values.get(name));
    }

    boolean contains(String name) {
        return values.containsKey(name);
    }

    Set<String> names() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** Returns all of them, in the order in which they were set first. */
    Map<String, Object> all() {
        return Collections.unmodifiableMap(values);
    }

    void putAll(MessageProperties others) {
        values.putAll(others.values);
    }

    void clear() {
        values.clear();
    }
}
