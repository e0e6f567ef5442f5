// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import io.onceward.text.Unicode;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The JSON event format, version 1.0.2. What it refuses it does not quote. Thread-safe. */
public final class JsonFormat {

    public static final String CONTENT_TYPE = "application/cloudevents+json; charset=UTF-8";

    private static final String MEDIA_TYPE = "application/cloudevents+json";

    private static final String BATCH = "application/cloudevents-batch";

    private static final String JSON = "application/json";

    private static final String DATA = "data";

    private static final String BASE64 = "data_base64";

    /** Most characters of an event that is read: its JSON takes several times its size of the heap. */
    private static final int MAX_LENGTH = 1 << 24;

    private final JsonProvider json = JsonProvider.provider();

    /**
     * Returns whether a body of this content type is an event in this format.
     *
     * @throws IllegalArgumentException if it is a batch of them
     */
    public static boolean isNamedBy(String contentType) {
        String type = mediaType(contentType);
        if (type.startsWith(BATCH)) {
            throw new IllegalArgumentException("it is a batch of CloudEvents; send each in its own message");
        }
        return type.equals(MEDIA_TYPE);
    }

    /** The data as they are, if their content type says what they are; otherwise in Base64. */
    public byte[] write(CloudEvent event) {
        StringBuilder text = new StringBuilder("{");
        event.attributes().forEach((name, value) -> text.append(quoted(name))
                .append(':')
                .append(quoted(value))
                .append(','));
        String type = mediaType(event.attributes().get(CloudEvent.DATACONTENTTYPE));
        String data = decoded(event.data());
        if (data != null && isJson(type) && isValue(data)) {
            text.append("\"data\":").append(data);
        } else if (data != null && isText(type)) {
            text.append("\"data\":").append(quoted(data));
        } else {
            String base64 = Base64.getEncoder().encodeToString(event.data());
            text.append("\"data_base64\":\"").append(base64).append('"');
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private String quoted(String text) {
        return json.createValue(text).toString();
    }

    /** The text that bytes are in UTF-8; {@code null} if they are not UTF-8. */
    private static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Returns whether a text is JSON. A text that only claims to be must not become a part of the event's JSON. */
    private boolean isValue(String text) {
        try (JsonParser parser = json.createParser(new StringReader(text))) {
            boolean any = false;
            while (parser.hasNext()) {
                parser.next();
                any = true;
            }
            return any;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** @throws IllegalArgumentException with the reason, if the text is not such an event */
    public CloudEvent read(byte[] body) {
        String text = decoded(body);
        if (text == null || text.length() > MAX_LENGTH) {
            throw illegal(text == null ? "it is not UTF-8" : "it is longer than " + MAX_LENGTH + " characters");
        }
        try {
            return event(object(text));
        } catch (StackOverflowError e) {
            throw illegal("it is nested too deep");
        }
    }

    private JsonObject object(String text) {
        try (JsonParser parser = json.createParser(new StringReader(text))) {
            if (parser.next() == JsonParser.Event.START_OBJECT) {
                JsonObject object = parser.getObject();
                if (!parser.hasNext()) {
                    return object;
                }
            }
        } catch (RuntimeException e) {
            // reported below, without what the parser quotes
        }
        throw illegal("it is not a JSON object, or is nested too deep");
    }

    private static CloudEvent event(JsonObject object) {
        Map<String, String> attributes = new LinkedHashMap<>();
        object.forEach((name, value) -> {
            if (!name.equals(DATA) && !name.equals(BASE64) && value != JsonValue.NULL) {
                attributes.put(name, attribute(value));
            }
        });
        for (String name : List.of(CloudEvent.SPECVERSION, CloudEvent.ID, CloudEvent.SOURCE, CloudEvent.TYPE)) {
            if (attributes.getOrDefault(name, "").isBlank()) {
                throw illegal("it has no " + name);
            }
        }
        if (!attributes.get(CloudEvent.SPECVERSION).startsWith("1.")) {
            throw illegal("its specversion is not 1.0");
        }
        return new CloudEvent(attributes, data(object, attributes));
    }

    private static String attribute(JsonValue value) {
        if (value instanceof JsonString string) {
            return string.getString();
        }
        if (value instanceof JsonNumber || value == JsonValue.TRUE || value == JsonValue.FALSE) {
            return value.toString();
        }
        throw illegal("an attribute is an object or a list");
    }

    /** Says the content type, if the event does not. */
    private static byte[] data(JsonObject object, Map<String, String> attributes) {
        JsonValue base64 = object.getOrDefault(BASE64, JsonValue.NULL);
        JsonValue data = object.get(DATA);
        if (base64 != JsonValue.NULL) {
            if (data != null || !(base64 instanceof JsonString)) {
                throw illegal("it has data twice, or its data_base64 is not text");
            }
            attributes.putIfAbsent(CloudEvent.DATACONTENTTYPE, "application/octet-stream");
            return bytes(((JsonString) base64).getString());
        }
        String type = attributes.computeIfAbsent(CloudEvent.DATACONTENTTYPE, name -> JSON);
        if (data == null) {
            return new byte[0];
        }
        if (isJson(mediaType(type))) {
            return escaped(data.toString()).getBytes(StandardCharsets.UTF_8);
        }
        if (data instanceof JsonString string && Unicode.isWellFormed(string.getString())) {
            return string.getString().getBytes(StandardCharsets.UTF_8);
        }
        throw illegal("its data is not text, and its datacontenttype is not JSON");
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw illegal("its data_base64 is not Base64");
        }
    }

    /** Half of a surrogate pair can stand in JSON, but in no UTF-8: there it stays as it came, escaped. */
    private static String escaped(String text) {
        if (Unicode.isWellFormed(text)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.SURROGATE) {
                escaped.append(String.format("\\u%04x", c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private static boolean isJson(String mediaType) {
        return mediaType.endsWith("/json") || mediaType.endsWith("+json");
    }

    private static boolean isText(String mediaType) {
        return mediaType.startsWith("text/") || mediaType.endsWith("/xml") || mediaType.endsWith("+xml");
    }

    private static IllegalArgumentException illegal(String why) {
        return new IllegalArgumentException("its content type is that of a CloudEvent in JSON, but " + why);
    }
}
