// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The OpenAPI document, which is held against answers; remembers what of it an answer has shown. */
final class Description {

    private final JsonObject document;

    /** Members of answers as the pointer of their schema, statuses as {@code GET /overview 200}, and codes of refusals. */
    private final Set<String> seen = new LinkedHashSet<>();

    Description(String text) {
        document = Json.createReader(new StringReader(text)).readObject();
    }

    JsonObject document() {
        return document;
    }

    /** Returns the operations, such as {@code GET /{side}/events}. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        document.getJsonObject("paths").forEach((path, item) -> item.asJsonObject().keySet().stream()
                .filter(key -> !key.equals("parameters"))
                .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        return operations;
    }

    private JsonObject operation(String name) {
        String[] parts = name.split(" ");
        JsonObject path = document.getJsonObject("paths").getJsonObject(parts[1]);
        return path == null ? null : path.getJsonObject(parts[0].toLowerCase(Locale.ROOT));
    }

    /** Returns the names of the parameters of an operation, in the query or in the body. */
    Set<String> parameters(String name) {
        Set<String> names = new TreeSet<>();
        JsonObject operation = operation(name);
        if (operation.containsKey("parameters")) {
            operation.getJsonArray("parameters").getValuesAs(JsonObject.class).stream()
                    .map(parameter -> resolved(parameter, "").schema())
                    .filter(parameter -> parameter.getString("in").equals("query"))
                    .forEach(parameter -> names.add(parameter.getString("name")));
        }
        if (operation.containsKey("requestBody")) {
            JsonObject body = operation
                    .getJsonObject("requestBody")
                    .getJsonObject("content")
                    .getJsonObject("application/json")
                    .getJsonObject("schema");
            names.addAll(resolved(body, "").schema().getJsonObject("properties").keySet());
        }
        return names;
    }

    /** Returns what an answer has that the document does not say. */
    List<String> complaints(String name, int status, String type, String body) {
        JsonObject operation = operation(name);
        if (operation == null) {
            return List.of(name + " is not described");
        }
        JsonObject response = operation.getJsonObject("responses").getJsonObject(String.valueOf(status));
        if (response == null) {
            return List.of(name + " " + status + " is not described: " + body);
        }
        seen.add(name + " " + status);
        response = resolved(response, "").schema();
        if (!response.containsKey("content")) {
            return List.of(); // the answer is the server's
        }
        String media = type.split(";")[0];
        JsonObject content = response.getJsonObject("content").getJsonObject(media);
        if (content == null) {
            return List.of(name + " " + status + " as " + media + " is not described");
        }
        seen.add(name + " " + status + " " + media);
        List<String> complaints = new ArrayList<>();
        check(
                Json.createReader(new StringReader(body)).readValue(),
                List.of(new Schema("", content.getJsonObject("schema"))),
                name + " " + status,
                complaints);
        return complaints;
    }

    /** Returns what the document says and no answer has shown. */
    Collection<String> unseen(Set<String> codesOfTheCore) {
        Set<String> expected = new LinkedHashSet<>();
        for (String name : operations()) {
            operation(name).getJsonObject("responses").forEach((status, response) -> {
                if (status.equals("default")) {
                    return;
                }
                expected.add(name + " " + status);
                JsonObject content =
                        resolved(response.asJsonObject(), "").schema().getJsonObject("content");
                if (content != null) {
                    content.forEach((media, described) -> {
                        expected.add(name + " " + status + " " + media);
                        collect(new Schema("", described.asJsonObject().getJsonObject("schema")), expected);
                    });
                }
            });
        }
        expected.removeAll(seen);
        expected.removeAll(codesOfTheCore);
        return expected;
    }

    private void collect(Schema of, Set<String> expected) {
        Schema schema = resolved(of.schema(), of.pointer());
        for (JsonObject part : parts(schema.schema(), "allOf")) {
            collect(new Schema(schema.pointer(), part), expected);
        }
        if (schema.schema().containsKey("items")) {
            collect(new Schema(schema.pointer(), schema.schema().getJsonObject("items")), expected);
        }
        properties(schema.schema()).forEach((member, value) -> {
            String pointer = schema.pointer() + "/" + member;
            if (member.equals("code") && value.asJsonObject().containsKey("enum")) {
                texts(value.asJsonObject().getJsonArray("enum")).forEach(expected::add);
            }
            if (expected.add(pointer)) {
                collect(new Schema(pointer, value.asJsonObject()), expected);
            }
        });
    }

    private void check(JsonValue value, List<Schema> alternatives, String where, List<String> complaints) {
        List<Schema> schemas = alternatives.stream().flatMap(this::flat).toList();
        for (Schema schema : schemas) {
            checkType(value, schema.schema(), where, complaints);
        }
        if (value instanceof JsonObject object) {
            for (Schema schema : schemas) {
                if (schema.schema().containsKey("required")) {
                    texts(schema.schema().getJsonArray("required"))
                            .filter(name -> !object.containsKey(name))
                            .forEach(name -> complaints.add(where + " lacks " + name));
                }
            }
            object.forEach((name, member) -> checkMember(name, member, schemas, where + "/" + name, complaints));
        } else if (value instanceof JsonArray array) {
            List<Schema> items = schemas.stream()
                    .filter(schema -> schema.schema().containsKey("items"))
                    .map(schema -> new Schema(schema.pointer(), schema.schema().getJsonObject("items")))
                    .toList();
            array.forEach(item -> check(item, items, where, complaints));
        }
    }

    private void checkMember(
            String name, JsonValue member, List<Schema> schemas, String where, List<String> complaints) {
        List<Schema> described = schemas.stream()
                .filter(schema -> properties(schema.schema()).containsKey(name))
                .map(schema -> new Schema(
                        schema.pointer() + "/" + name,
                        properties(schema.schema()).getJsonObject(name)))
                .toList();
        described.forEach(schema -> seen.add(schema.pointer()));
        if (name.equals("code")) {
            seen.add(((JsonString) member).getString());
        }
        if (described.isEmpty()) {
            described = schemas.stream()
                    .filter(schema -> schema.schema().get("additionalProperties") instanceof JsonObject)
                    .map(schema -> new Schema(schema.pointer(), schema.schema().getJsonObject("additionalProperties")))
                    .toList();
        }
        boolean free = schemas.stream().allMatch(schema -> schema.schema().size() == 1); // {"type": "object"}
        if (described.isEmpty() && !free) {
            complaints.add(where + " is not described");
        } else if (!free) {
            check(member, described, where, complaints);
        }
    }

    private static void checkType(JsonValue value, JsonObject schema, String where, List<String> complaints) {
        JsonValue type = schema.get("type");
        List<String> types = type == null
                ? List.of()
                : type instanceof JsonArray several
                        ? texts(several).toList()
                        : List.of(((JsonString) type).getString());
        if (!types.isEmpty() && !types.contains(typeOf(value))) {
            complaints.add(where + " is not of type " + types + ": " + value);
        }
        if (schema.containsKey("enum") && !schema.getJsonArray("enum").contains(value)) {
            complaints.add(where + " has the value " + value + ", which is not described");
        }
    }

    private static String typeOf(JsonValue value) {
        return switch (value.getValueType()) {
            case ARRAY -> "array";
            case OBJECT -> "object";
            case STRING -> "string";
            case NUMBER -> ((JsonNumber) value).isIntegral() ? "integer" : "number";
            case TRUE, FALSE -> "boolean";
            case NULL -> "null";
        };
    }

    /** Returns a schema and those that it consists of. */
    private Stream<Schema> flat(Schema of) {
        Schema schema = resolved(of.schema(), of.pointer());
        return Stream.concat(
                Stream.of(schema),
                parts(schema.schema(), "allOf").stream().flatMap(part -> flat(new Schema(schema.pointer(), part))));
    }

    private static List<JsonObject> parts(JsonObject schema, String name) {
        return schema.containsKey(name) ? schema.getJsonArray(name).getValuesAs(JsonObject.class) : List.of();
    }

    private static JsonObject properties(JsonObject schema) {
        return schema.containsKey("properties") ? schema.getJsonObject("properties") : JsonValue.EMPTY_JSON_OBJECT;
    }

    private Schema resolved(JsonObject schema, String pointer) {
        if (!schema.containsKey("$ref")) {
            return new Schema(pointer, schema);
        }
        String reference = schema.getString("$ref").substring(1);
        return new Schema(reference, document.getValue(reference).asJsonObject());
    }

    private static Stream<String> texts(JsonArray array) {
        return array.getValuesAs(JsonString.class).stream().map(JsonString::getString);
    }

    /** @param pointer the place of the schema in the document, or of the one that contains it */
    private record Schema(String pointer, JsonObject schema) {}
}
