// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Compares two JSON texts. The order of elements does not count, because a set has none. */
final class JsonDifference {

    private JsonDifference() {}

    /**
     * @param anonymous whether the names of the outermost object are data, so that the message must not contain them
     * @throws IllegalArgumentException if the texts differ
     */
    static void verifyNone(String written, String restored, boolean anonymous) {
        JsonValue one = Upcasters.parsed(written);
        JsonValue other = Upcasters.parsed(restored);
        if (!canonical(one).equals(canonical(other))) {
            throw new IllegalArgumentException(
                    !anonymous && one instanceof JsonObject before && other instanceof JsonObject after
                            ? "property '" + name(before, after) + "' is restored with another value"
                            : "it is restored with another value");
        }
    }

    /** Returns the first property that differs. If there is none, the second object has more. */
    private static String name(JsonObject one, JsonObject other) {
        for (Map.Entry<String, JsonValue> property : one.entrySet()) {
            JsonValue restored = other.get(property.getKey());
            if (restored == null || !canonical(property.getValue()).equals(canonical(restored))) {
                return property.getKey();
            }
        }
        return "?";
    }

    private static String canonical(JsonValue value) {
        List<String> parts = new ArrayList<>();
        if (value instanceof JsonObject object) {
            object.forEach((name, part) -> parts.add(Json.createValue(name) + ":" + canonical(part)));
        } else if (value instanceof JsonArray array) {
            array.forEach(part -> parts.add(canonical(part)));
        } else {
            return value.toString();
        }
        Collections.sort(parts);
        return value.getValueType() + parts.toString();
    }
}
