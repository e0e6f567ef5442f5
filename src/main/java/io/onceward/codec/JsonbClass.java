// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.bind.annotation.JsonbCreator;
import jakarta.json.bind.annotation.JsonbProperty;
import jakarta.json.bind.annotation.JsonbTransient;
import jakarta.json.bind.annotation.JsonbTypeAdapter;
import jakarta.json.bind.annotation.JsonbTypeDeserializer;
import jakarta.json.bind.annotation.JsonbTypeInfo;
import jakarta.json.bind.annotation.JsonbVisibility;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What JSON-B can read into a class of the application. Immutable. */
final class JsonbClass {

    private final Class<?> type;

    /** The fields that JSON-B can't set: objects without a setter, in a class without a creator. */
    private final List<Field> unsettable;

    JsonbClass(Class<?> type) {
        this.type = type;
        this.unsettable = setsByAccessors(type) ? unsettable(type) : List.of();
    }

    private static boolean setsByAccessors(Class<?> type) {
        return hasProperties(type)
                && !type.isRecord()
                && creators(type).findAny().isEmpty();
    }

    /** Returns whether JSON-B decodes the class by its properties: it is neither one that JSON-B knows, nor customized. */
    private static boolean hasProperties(Class<?> type) {
        return !type.isEnum()
                && !type.isInterface()
                && !type.isArray()
                && !type.isPrimitive()
                && !type.getName().startsWith("java.")
                && !Map.class.isAssignableFrom(type)
                && !Collection.class.isAssignableFrom(type)
                && !isCustomized(type);
    }

    /** Returns whether annotations of the class say how JSON-B decodes it. */
    boolean isCustomized() {
        return isCustomized(type);
    }

    private static boolean isCustomized(Class<?> type) {
        return isConverted(type)
                || type.isAnnotationPresent(JsonbTypeInfo.class)
                || type.isAnnotationPresent(JsonbVisibility.class);
    }

    private static boolean isConverted(AnnotatedElement element) {
        return element.isAnnotationPresent(JsonbTypeAdapter.class)
                || element.isAnnotationPresent(JsonbTypeDeserializer.class);
    }

    private static Stream<Executable> creators(Class<?> type) {
        return Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                .filter(member -> member.isAnnotationPresent(JsonbCreator.class));
    }

    /** Returns the types of the properties that JSON-B decodes, except those that an annotation of the property converts. */
    Stream<Type> propertyTypes() {
        if (!hasProperties(type)) {
            return Stream.empty();
        }
        Stream<Type> ofCreators = creators(type)
                .flatMap(creator -> Arrays.stream(creator.getParameters()))
                .filter(parameter -> !isConverted(parameter))
                .map(Parameter::getParameterizedType);
        Stream<Type> ofFields = fields(type)
                .filter(field -> type.isRecord() || isSettable(field) || hasSetter(type, field))
                .filter(field -> !isTransient(type, field) && !isConverted(field))
                .filter(field -> accessors(type, field).noneMatch(JsonbClass::isConverted))
                .map(Field::getGenericType);
        return Stream.concat(ofCreators, ofFields);
    }

    /** Returns the properties that JSON-B decodes, by their names in JSON; of those that an annotation converts as {@code Object}. */
    Map<String, Type> properties() {
        Map<String, Type> all = new LinkedHashMap<>();
        if (!hasProperties(type)) {
            return all;
        }
        creators(type)
                .flatMap(creator -> Arrays.stream(creator.getParameters()))
                .filter(parameter -> parameter.isAnnotationPresent(JsonbProperty.class))
                .forEach(parameter -> all.put(
                        parameter.getAnnotation(JsonbProperty.class).value(),
                        isConverted(parameter) ? Object.class : parameter.getParameterizedType()));
        fields(type)
                .filter(field -> type.isRecord() || isSettable(field) || hasSetter(type, field))
                .filter(field -> !isTransient(type, field))
                .forEach(field -> all.putIfAbsent(
                        nameInJson(field),
                        isConverted(field) || accessors(type, field).anyMatch(JsonbClass::isConverted)
                                ? Object.class
                                : field.getGenericType()));
        return all;
    }

    private String nameInJson(Field field) {
        return accessors(type, field)
                .map(accessor -> accessor.getAnnotation(JsonbProperty.class))
                .filter(named -> named != null && !named.value().isEmpty())
                .map(JsonbProperty::value)
                .findFirst()
                .orElseGet(() -> name(field));
    }

    /** Returns whether JSON-B writes a property of this name, although it may not read it. */
    boolean writes(String property) {
        String end =
                property.isEmpty() ? "" : property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        return Arrays.stream(type.getMethods())
                        .filter(method -> method.getParameterCount() == 0)
                        .anyMatch(method -> method.getName().equals("get" + end)
                                || method.getName().equals("is" + end))
                || fields(type).anyMatch(field -> name(field).equals(property));
    }

    /** Returns the fields of instances, also inherited ones. */
    private static Stream<Field> fields(Class<?> type) {
        return type == null || type == Object.class
                ? Stream.empty()
                : Stream.concat(
                        Arrays.stream(type.getDeclaredFields())
                                .filter(field -> isOfInstance(field) && !Modifier.isTransient(field.getModifiers())),
                        fields(type.getSuperclass()));
    }

    private static List<Field> unsettable(Class<?> type) {
        return fields(type)
                .filter(field -> !isSettable(field)
                        && !field.getType().isPrimitive()
                        && !isTransient(type, field)
                        && !hasSetter(type, field)
                        && field.trySetAccessible())
                .toList();
    }

    private static boolean hasSetter(Class<?> type, Field field) {
        return accessors(type, field).anyMatch(method -> method.getName().startsWith("set"));
    }

    private static boolean isTransient(Class<?> type, Field field) {
        return field.isAnnotationPresent(JsonbTransient.class)
                || accessors(type, field).anyMatch(method -> method.isAnnotationPresent(JsonbTransient.class));
    }

    /** Returns the public getters and setters of a field. */
    private static Stream<Method> accessors(Class<?> type, Field field) {
        String name = field.getName();
        String end = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        List<String> names = List.of("get" + end, "is" + end, "set" + end);
        return Arrays.stream(type.getMethods()).filter(method -> names.contains(method.getName()));
    }

    /** Returns why JSON-B can make no instance; empty if the class itself is no reason. */
    Optional<String> whyNotMade() {
        if (type.isRecord()
                || type.isEnum()
                || type.isArray()
                || type.isPrimitive()
                || type.getName().startsWith("java.")) {
            return Optional.empty();
        }
        if (isCustomized(type) || creators(type).findAny().isPresent()) {
            return Optional.empty();
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return Optional.of(type.isInterface() ? "it is an interface" : "it is abstract");
        }
        if (type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers())) {
            return Optional.of("it is an inner class that is not static");
        }
        boolean hasConstructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(constructor -> constructor.getParameterCount() == 0)
                .map(Constructor::getModifiers)
                .anyMatch(modifiers -> Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
        return hasConstructor
                ? Optional.empty()
                : Optional.of("it has no public constructor without parameters, and no @JsonbCreator");
    }

    /**
     * Returns the fields whose values in a payload are lost: properties without a setter; all fields, if the class has no property
     * that can be set.
     */
    List<String> lostFields() {
        boolean anySet = Arrays.stream(type.getMethods()).anyMatch(JsonbClass::isSetter)
                || Arrays.stream(type.getFields()).anyMatch(JsonbClass::isSettable);
        return unsettable.stream()
                .filter(field -> !anySet || accessors(type, field).findAny().isPresent())
                .map(Field::getName)
                .toList();
    }

    private static boolean isSetter(Method method) {
        return method.getName().startsWith("set") && method.getParameterCount() == 1 && isOfInstance(method);
    }

    private static boolean isSettable(Field field) {
        int modifiers = field.getModifiers();
        return isOfInstance(field) && Modifier.isPublic(modifiers) && !Modifier.isFinal(modifiers);
    }

    private static boolean isOfInstance(Member member) {
        return !Modifier.isStatic(member.getModifiers());
    }

    /** Returns a field that is null although the payload has a value for it; empty if there is none. */
    Optional<String> lost(byte[] payload, Object decoded) {
        if (unsettable.isEmpty()) {
            return Optional.empty();
        }
        JsonStructure json = read(payload);
        if (!(json instanceof JsonObject object)) {
            return Optional.empty();
        }
        return unsettable.stream()
                .filter(field -> object.getOrDefault(name(field), JsonValue.NULL) != JsonValue.NULL)
                .filter(field -> isNull(field, decoded))
                .map(Field::getName)
                .findFirst();
    }

    private static JsonStructure read(byte[] payload) {
        try (JsonReader reader =
                JsonProvider.provider().createReader(new StringReader(new String(payload, StandardCharsets.UTF_8)))) {
            return reader.read();
        }
    }

    private static String name(Field field) {
        JsonbProperty named = field.getAnnotation(JsonbProperty.class);
        return named == null || named.value().isEmpty() ? field.getName() : named.value();
    }

    private static boolean isNull(Field field, Object decoded) {
        try {
            return field.get(decoded) == null;
        } catch (IllegalAccessException e) {
            return false; // it was made accessible
        }
    }
}
