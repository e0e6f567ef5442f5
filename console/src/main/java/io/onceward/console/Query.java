// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of a request by name: from the query of the address, or from the JSON object of the body. A parameter that
 * occurs twice, is unknown or too long is refused: without this condition a change would affect more events than intended.
 */
final class Query {

    /** The parameter that may be longer than the others. */
    static final String PAYLOAD = "payload";

    /** Most characters of a payload. */
    static final int MAX_PAYLOAD = 1 << 20;

    private static final int MAX_BODY = 16_384;
    private static final int MAX_TEXT = 2_000;

    /** Most bytes of a character in a body. */
    private static final int ESCAPED = 6;

    /** The parameter that may be a list in a body; in an address it has commas. */
    private static final String LIST = "states";

    private final Map<String, String> values = new LinkedHashMap<>();

    private Query() {}

    /** Decoded here, since servers decode it differently. */
    static Query ofAddress(HttpServletRequest request, Set<String> known) {
        Query query = new Query();
        String text = request.getQueryString();
        if (text != null && !text.isEmpty()) {
            for (String pair : text.split("&")) {
                int equals = pair.indexOf('=');
                query.put(
                        decoded(equals < 0 ? pair : pair.substring(0, equals)),
                        decoded(pair.substring(equals + 1)),
                        known);
            }
        }
        return query;
    }

    static Query ofBody(HttpServletRequest request, Set<String> known) throws IOException {
        Query query = new Query();
        int limit = known.contains(PAYLOAD) ? MAX_BODY + ESCAPED * MAX_PAYLOAD : MAX_BODY;
        for (Map.Entry<String, JsonValue> member : members(request, limit)) {
            query.put(member.getKey(), text(member.getKey(), member.getValue()), known);
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.illegal("the address is not encoded correctly");
        }
    }

    /** Returns the members of the body. A name that occurs twice is returned twice; an object would keep one. */
    private static List<Map.Entry<String, JsonValue>> members(HttpServletRequest request, int limit)
            throws IOException {
        byte[] body;
        try (InputStream in = request.getInputStream()) {
            body = in.readNBytes(limit + 1);
        }
        if (body.length > limit) {
            throw Refusal.illegal("the body has more than " + limit + " bytes");
        }
        List<Map.Entry<String, JsonValue>> members = new ArrayList<>();
        try (JsonParser parser =
                JsonProvider.provider().createParser(new StringReader(new String(body, StandardCharsets.UTF_8)))) {
            boolean object = parser.next() == JsonParser.Event.START_OBJECT;
            while (object && parser.next() == JsonParser.Event.KEY_NAME) {
                String name = parser.getString();
                parser.next();
                members.add(Map.entry(name, parser.getValue()));
            }
            if (object && !parser.hasNext()) {
                return members;
            }
        } catch (RuntimeException e) { // Parsson has no other name for nesting that is too deep
            throw Refusal.illegal("the body is not a JSON object");
        }
        throw Refusal.illegal("the body is not a JSON object");
    }

    private static String text(String name, JsonValue value) {
        if (isText(value)) {
            return ((JsonString) value).getString();
        }
        if (value instanceof JsonNumber number && number.isIntegral()) {
            return number.toString();
        }
        if (value instanceof JsonArray array
                && name.equals(LIST)
                && !array.isEmpty()
                && array.stream().allMatch(Query::isText)) {
            return array.getValuesAs(JsonString.class).stream()
                    .map(JsonString::getString)
                    .collect(Collectors.joining(","));
        }
        throw Refusal.illegal("the value of " + name(name) + " is empty or not text");
    }

    private static boolean isText(JsonValue value) {
        return value instanceof JsonString string && !string.getString().isEmpty();
    }

    private void put(String name, String value, Set<String> known) {
        if (!known.contains(name)) {
            throw Refusal.illegal(name(name) + " is not a parameter");
        }
        int limit = name.equals(PAYLOAD) ? MAX_PAYLOAD : MAX_TEXT;
        if (value.length() > limit || value.indexOf('\0') >= 0 || !isUnicode(value)) {
            throw Refusal.illegal("the value of " + name + " is too long or not text");
        }
        if (values.put(name, value) != null) {
            throw Refusal.illegal(name + " occurs twice");
        }
    }

    private static boolean isUnicode(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** Returns the name of a parameter in the form for a message. */
    private static String name(String name) {
        String legal = name.replaceAll("[^A-Za-z0-9_-]", "?");
        return legal.substring(0, Math.min(legal.length(), 50));
    }

    /** Its value; {@code null} if there is none, or an empty one. */
    String text(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    String required(String name) {
        String value = text(name);
        if (value == null) {
            throw Refusal.illegal(name + " is missing");
        }
        return value;
    }
}
