// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes and reads names as a JSON array: a name may have any characters. */
final class NamesJson {

    private final JsonProvider json = JsonProvider.provider();

    String write(Set<String> names) {
        JsonArrayBuilder array = json.createArrayBuilder();
        names.forEach(array::add);
        return array.build().toString();
    }

    /** Returns the names; none if the text is not what {@link #write} writes, as when it was edited by hand. */
    Set<String> read(String text) {
        try (JsonReader reader = json.createReader(new StringReader(text))) {
            return reader.readArray().getValuesAs(JsonString.class).stream()
                    .map(JsonString::getString)
                    .collect(Collectors.toSet());
        } catch (JsonException | ClassCastException e) {
            return Set.of();
        }
    }
}
