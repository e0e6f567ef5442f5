// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes and reads the headers of an event as a JSON object of strings; no headers are {@code null}. */
final class HeadersJson {

    private final JsonProvider json = JsonProvider.provider();

    String write(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        JsonObjectBuilder object = json.createObjectBuilder();
        headers.forEach(object::add);
        return object.build().toString();
    }

    Map<String, String> read(String text) {
        if (text == null) {
            return Map.of();
        }
        try (JsonReader reader = json.createReader(new StringReader(text))) {
            JsonObject object = reader.readObject();
            Map<String, String> headers = new LinkedHashMap<>();
            object.forEach((name, value) ->
                    headers.put(name, value instanceof JsonString string ? string.getString() : value.toString()));
            return headers;
        }
    }
}
