// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Writes the arguments of a call as a JSON array, and reads them back as the types of the parameters. Each argument has the format of its
 * codec: JSON as it is, text as a string, and bytes in Base64. Thread-safe if the codecs are.
 */
public final class CallArguments {

    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            boolean.class, Boolean.class,
            byte.class, Byte.class,
            char.class, Character.class,
            short.class, Short.class,
            int.class, Integer.class,
            long.class, Long.class,
            float.class, Float.class,
            double.class, Double.class);

    /** The types for whose empty object JSON has null. */
    private static final Set<Class<?>> OPTIONAL =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private final List<Type> types;
    private final List<PayloadDecoder> parameters;

    /** The codec of the array, which is recorded as a text. */
    private final PayloadDecoder text;

    /**
     * @param codecs of the application, and behind them the built-in ones
     * @param types the types of the parameters
     */
    public CallArguments(List<PayloadCodec> codecs, List<Type> types) {
        this.types = types;
        this.parameters = types.stream()
                .map(type -> PayloadDecoder.of(codecs, boxed(type)))
                .toList();
        this.text = PayloadDecoder.of(codecs, String.class);
    }

    /** Returns a type, or that of the objects for a primitive one. */
    public static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive() ? BOXES.get(plain) : type;
    }

    /**
     * Returns the position of the first argument that is of another class than its parameter, so that parts of it would be lost; -1 if
     * there is none. An interface says nothing about the class.
     */
    public int mismatch(Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            Type type = parameters.get(i).type();
            Class<?> raw = raw(type);
            if (arguments[i] != null && !raw.isInterface() && !isValueOf(raw, arguments[i].getClass())) {
                return i;
            }
        }
        return -1;
    }

    /** Constants of an enum may have classes of their own. */
    private static boolean isValueOf(Class<?> type, Class<?> actual) {
        return actual == type || (type.isEnum() && type.isAssignableFrom(actual));
    }

    private static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    /** @throws Exception if a codec fails, or an argument can't be restored without loss */
    public String encode(Object[] arguments) throws Exception {
        JsonArrayBuilder array = Json.createArrayBuilder();
        for (int i = 0; i < arguments.length; i++) {
            array.add(arguments[i] == null ? JsonValue.NULL : encoded(parameters.get(i), arguments[i]));
        }
        return array.build().toString();
    }

    private static JsonValue encoded(PayloadDecoder parameter, Object argument) throws Exception {
        if (parameter.type() == String.class) {
            return Json.createValue((String) argument);
        }
        byte[] bytes = parameter.codec().encode(argument);
        parameter.requireRestored(bytes);
        return parameter.codec() instanceof JsonbCodec
                ? parsed("[" + Utf8.decode(bytes) + "]").get(0)
                : Json.createValue(Base64.getEncoder().encodeToString(bytes));
    }

    private static JsonArray parsed(String json) {
        try (JsonReader reader = Json.createReader(new StringReader(json))) {
            return reader.readArray();
        }
    }

    /** @throws Exception if an argument is missing or can't be decoded */
    public Object[] decode(byte[] json) throws Exception {
        JsonArray array = parsed((String) text.decode(json));
        String mismatch = mismatch(array);
        if (mismatch != null) {
            throw new IllegalArgumentException(mismatch);
        }
        Object[] arguments = new Object[array.size()];
        for (int i = 0; i < arguments.length; i++) {
            JsonValue value = array.get(i);
            PayloadDecoder parameter = parameters.get(i);
            arguments[i] = value.equals(JsonValue.NULL) && !isEmpty(parameter) ? null : decoded(parameter, value);
        }
        return arguments;
    }

    private String mismatch(JsonArray array) {
        return array.size() == types.size()
                ? null
                : "it has " + array.size() + " arguments, but the method has " + types.size() + " parameters";
    }

    /** Returns whether null stands for an object. */
    private static boolean isEmpty(PayloadDecoder parameter) {
        return parameter.codec() instanceof JsonbCodec && OPTIONAL.contains(raw(parameter.type()));
    }

    /**
     * Returns what decoding arguments would lose without an exception; empty if nothing.
     *
     * @throws Exception if the codec of texts fails
     */
    public Optional<String> difference(byte[] json) throws Exception {
        JsonArray array = parsed((String) text.decode(json));
        String mismatch = mismatch(array);
        if (mismatch != null) {
            return Optional.of(mismatch);
        }
        for (int i = 0; i < types.size(); i++) {
            String difference = parameters.get(i).codec() instanceof JsonbCodec
                    ? new JsonShape(true).difference(array.get(i), types.get(i))
                    : null;
            if (difference != null) {
                return Optional.of("argument " + (i + 1) + ": " + difference);
            }
        }
        return Optional.empty();
    }

    private static Object decoded(PayloadDecoder parameter, JsonValue value) throws Exception {
        if (parameter.type() == String.class) {
            return ((JsonString) value).getString();
        }
        return parameter.decode(
                parameter.codec() instanceof JsonbCodec
                        ? Utf8.encode(value.toString())
                        : Base64.getDecoder().decode(((JsonString) value).getString()));
    }
}
