// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compares a JSON value with the type that it is decoded to, and finds what JSON-B would lose without an exception. What JSON-B
 * refuses anyway is not looked for. Texts name fields and types, never values.
 *
 * @param isOwn whether the application has written the value itself from an earlier form of the type. Then an unknown field beside
 *     a missing one of its kind was renamed; other senders may just send more than is read.
 */
record JsonShape(boolean isOwn) {

    /** The bits of the integral types. */
    private static final Map<Class<?>, Integer> BITS = Map.of(
            byte.class, Byte.SIZE,
            Byte.class, Byte.SIZE,
            short.class, Short.SIZE,
            Short.class, Short.SIZE,
            int.class, Integer.SIZE,
            Integer.class, Integer.SIZE,
            long.class, Long.SIZE,
            Long.class, Long.SIZE,
            BigInteger.class, Integer.MAX_VALUE);

    /** Returns the first difference; {@code null} if there is none. */
    String difference(JsonValue value, Type type) {
        return difference(value, type, "");
    }

    private String difference(JsonValue value, Type type, String path) {
        if (value.equals(JsonValue.NULL)) {
            return isPrimitive(type) ? field(path) + " is null, but its type is primitive" : null;
        }
        if (type instanceof GenericArrayType array) {
            return ofElements(value, array.getGenericComponentType(), path);
        }
        if (type instanceof ParameterizedType generic) {
            return ofGeneric(value, (Class<?>) generic.getRawType(), generic, path);
        }
        return type instanceof Class<?> plain ? ofClass(value, plain, Map.of(), path) : null;
    }

    private String ofGeneric(JsonValue value, Class<?> raw, ParameterizedType generic, String path) {
        Type[] arguments = generic.getActualTypeArguments();
        if (raw == Optional.class) {
            return difference(value, arguments[0], path);
        }
        if (Collection.class.isAssignableFrom(raw) && arguments.length == 1) {
            return ofElements(value, arguments[0], path);
        }
        if (Map.class.isAssignableFrom(raw)) {
            return arguments.length == 2 && value instanceof JsonObject map ? ofValues(map, arguments[1], path) : null;
        }
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            bound.put(raw.getTypeParameters()[i], arguments[i]);
        }
        return ofClass(value, raw, bound, path);
    }

    private String ofElements(JsonValue value, Type element, String path) {
        if (!(value instanceof JsonArray array)) {
            return field(path) + " is no array";
        }
        for (JsonValue each : array) {
            String difference = difference(each, element, path + "[]");
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private String ofValues(JsonObject map, Type type, String path) {
        for (JsonValue each : map.values()) {
            String difference = difference(each, type, path + "{}");
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private String ofClass(JsonValue value, Class<?> type, Map<TypeVariable<?>, Type> bound, String path) {
        if (type == byte[].class) {
            return null;
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return ofElements(value, type.isArray() ? type.getComponentType() : Object.class, path);
        }
        if (type.isEnum()) {
            return ofConstant(value, type, path);
        }
        Integer bits = BITS.get(type);
        if (bits != null) {
            return value instanceof JsonNumber number ? ofNumber(number, bits, type, path) : single(value, path);
        }
        if (isSingle(type)) {
            return single(value, path);
        }
        JsonbClass jsonb = new JsonbClass(type);
        Map<String, Type> properties = jsonb.properties();
        if (properties.isEmpty()) {
            return null;
        }
        return value instanceof JsonObject object
                ? ofProperties(object, jsonb, properties, bound, path)
                : field(path) + " is no object";
    }

    private static String ofConstant(JsonValue value, Class<?> type, String path) {
        boolean known = !(value instanceof JsonString name)
                || new JsonbClass(type).isCustomized()
                || Arrays.stream(type.getEnumConstants())
                        .anyMatch(constant -> ((Enum<?>) constant).name().equals(name.getString()));
        return known ? null : field(path) + " has a value that is no constant of " + type.getName();
    }

    private static String ofNumber(JsonNumber number, int bits, Class<?> type, String path) {
        boolean fits = number.isIntegral() && number.bigIntegerValue().bitLength() < bits;
        return fits ? null : field(path) + " has a number that is no " + type.getSimpleName();
    }

    private static String single(JsonValue value, String path) {
        return value instanceof JsonArray || value instanceof JsonObject ? field(path) + " is no single value" : null;
    }

    /** Returns whether JSON has a type as a text, a number or a boolean. */
    private static boolean isSingle(Class<?> type) {
        return type.isPrimitive()
                || type == String.class
                || type == Boolean.class
                || type == Character.class
                || Number.class.isAssignableFrom(type)
                || type.getName().startsWith("java.time.");
    }

    private String ofProperties(
            JsonObject object,
            JsonbClass jsonb,
            Map<String, Type> properties,
            Map<TypeVariable<?>, Type> bound,
            String path) {
        for (Map.Entry<String, Type> property : properties.entrySet()) {
            String name = property.getKey();
            Type type = bound.getOrDefault(property.getValue(), property.getValue());
            JsonValue value = object.get(name);
            String difference = value == null
                    ? missing(object, name, type, jsonb, properties, path)
                    : difference(value, argumentsOf(type, bound), path(path, name));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private String missing(
            JsonObject object, String name, Type type, JsonbClass jsonb, Map<String, Type> properties, String path) {
        String unknown = object.entrySet().stream()
                .filter(entry -> isOwn && !properties.containsKey(entry.getKey()) && !jsonb.writes(entry.getKey()))
                .filter(entry -> isOfKind(entry.getValue(), type))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            return field(path(path, name)) + " is missing (unknown: " + unknown + ")";
        }
        return isPrimitive(type) ? field(path(path, name)) + " is missing" : null;
    }

    /** Returns whether a value could be one of a type. */
    private boolean isOfKind(JsonValue value, Type type) {
        if (value.equals(JsonValue.NULL) || difference(value, type, "") != null) {
            return false;
        }
        Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
        if (!(raw instanceof Class<?> plain) || plain == Object.class) {
            return raw instanceof GenericArrayType && value instanceof JsonArray;
        }
        if (value instanceof JsonObject) {
            return Map.class.isAssignableFrom(plain)
                    || !new JsonbClass(plain).properties().isEmpty();
        }
        if (value instanceof JsonArray) {
            return isContainer(plain) && !Map.class.isAssignableFrom(plain);
        }
        if (value instanceof JsonNumber) {
            return isNumber(plain);
        }
        boolean isScalar = isSingle(plain) || plain.isEnum() || plain.getName().startsWith("java.");
        return value instanceof JsonString
                ? isScalar && !isNumber(plain) && !isBoolean(plain) && !isContainer(plain)
                : isBoolean(plain);
    }

    private static boolean isContainer(Class<?> type) {
        return type.isArray() || Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private static boolean isNumber(Class<?> type) {
        return Number.class.isAssignableFrom(type)
                || (type.isPrimitive() && type != boolean.class && type != char.class);
    }

    private static boolean isBoolean(Class<?> type) {
        return type == boolean.class || type == Boolean.class;
    }

    private static boolean isPrimitive(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive();
    }

    /** Returns a generic type with the arguments of the type around it, if its own are variables. */
    private static Type argumentsOf(Type type, Map<TypeVariable<?>, Type> bound) {
        if (bound.isEmpty() || !(type instanceof ParameterizedType generic)) {
            return type;
        }
        Type[] arguments = Arrays.stream(generic.getActualTypeArguments())
                .map(argument -> bound.getOrDefault(argument, argument))
                .toArray(Type[]::new);
        return new ParameterizedType() {
            @Override
            public Type[] getActualTypeArguments() {
                return arguments;
            }

            @Override
            public Type getRawType() {
                return generic.getRawType();
            }

            @Override
            public Type getOwnerType() {
                return generic.getOwnerType();
            }
        };
    }

    private static String path(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String field(String path) {
        return path.isEmpty() ? "the payload" : "field '" + path + "'";
    }
}
