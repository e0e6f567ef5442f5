// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import jakarta.json.JsonArrayBuilder;
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

    Set<String> read(String text) {
        try (JsonReader reader = json.createReader(new StringReader(text))) {
            return reader.readArray().getValuesAs(JsonString.class).stream()
                    .map(JsonString::getString)
                    .collect(Collectors.toSet());
        }
    }
}
