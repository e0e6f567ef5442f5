// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.Serializable;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bodies of map, stream and object messages as JSON, in which each value has its type. Nothing is deserialized. */
public final class TypedBody {

    /** The body of a map message: {@code {"count":["int","5"]}}. */
    public static final String MAP = "application/vnd.onceward.jms-map+json";

    /** The body of a stream message: {@code [["int","5"],["string","a"]]}. */
    public static final String STREAM = "application/vnd.onceward.jms-stream+json";

    /** The body of an object message: {@code ["int","5"]}. */
    public static final String OBJECT = "application/vnd.onceward.jms-object+json";

    private static final JsonProvider JSON = JsonProvider.provider();

    private static final JsonReaderFactory READERS = JSON.createReaderFactory(Map.of());

    private TypedBody() {}

    /** Writes the body of a map message. */
    public static byte[] map(Map<String, TypedValue> values) {
        JsonObjectBuilder object = JSON.createObjectBuilder();
        values.forEach((name, value) -> object.add(name, json(value)));
        return bytes(object.build());
    }

    /** Writes the body of a stream message. */
    public static byte[] stream(List<TypedValue> values) {
        JsonArrayBuilder array = JSON.createArrayBuilder();
        values.forEach(value -> array.add(json(value)));
        return bytes(array.build());
    }

    static byte[] of(MapMessage message) throws JMSException {
        Map<String, TypedValue> values = new LinkedHashMap<>();
        Enumeration<?> names = message.getMapNames();
        while (names.hasMoreElements()) {
            String name = (String) names.nextElement();
            values.put(name, TypedValue.of(message.getObject(name)));
        }
        return map(values);
    }

    static byte[] of(StreamMessage message) throws JMSException {
        List<TypedValue> values = new ArrayList<>();
        message.reset();
        try {
            while (true) {
                values.add(TypedValue.of(message.readObject()));
            }
        } catch (MessageEOFException e) {
            return stream(values);
        }
    }

    /** Writes the body of an object message. */
    public static byte[] object(TypedValue value) {
        return bytes(json(value).build());
    }

    private static JsonArrayBuilder json(TypedValue value) {
        return JSON.createArrayBuilder().add(value.type()).add(value.text());
    }

    private static byte[] bytes(JsonStructure json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether messages are made of a content type by {@link #message}. */
    static boolean isTyped(String contentType) {
        return contentType.equals(MAP) || contentType.equals(STREAM) || contentType.equals(OBJECT);
    }

    /** @throws RuntimeException if another writer has left something else than such a body */
    static Message message(Session session, String contentType, byte[] payload) throws JMSException {
        JsonStructure json = read(payload);
        switch (contentType) {
            case MAP -> {
                MapMessage map = session.createMapMessage();
                for (Map.Entry<String, JsonValue> entry : json.asJsonObject().entrySet()) {
                    map.setObject(entry.getKey(), value(entry.getValue()));
                }
                return map;
            }
            case STREAM -> {
                StreamMessage stream = session.createStreamMessage();
                for (JsonValue entry : json.asJsonArray()) {
                    stream.writeObject(value(entry));
                }
                return stream;
            }
            default -> {
                return session.createObjectMessage((Serializable) value(json));
            }
        }
    }

    private static JsonStructure read(byte[] payload) {
        try (JsonReader reader = READERS.createReader(new StringReader(new String(payload, StandardCharsets.UTF_8)))) {
            return reader.read();
        }
    }

    private static Object value(JsonValue json) {
        JsonArray pair = json.asJsonArray();
        return new TypedValue(pair.getString(0), pair.getString(1)).value();
    }
}
