// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import io.onceward.spi.PayloadCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the classes of a declared type that JSON-B can't decode, before a payload arrives. Thread-safe if the codecs are. */
public final class DecodingRules {

    private static final byte[] EMPTY_OBJECT = "{}".getBytes(StandardCharsets.UTF_8);

    private final List<PayloadCodec> codecs;

    /** @param codecs of the application, and behind them the built-in ones */
    public DecodingRules(List<PayloadCodec> codecs) {
        this.codecs = codecs;
    }

    /**
     * What is wrong with a class.
     *
     * @param type the class
     * @param isPart whether it is the class of a property, which a payload may leave out
     * @param notMade why JSON-B can make no instance; empty if it can
     * @param lostFields the fields that JSON-B leaves as the constructor does, whatever the payload has for them
     */
    public record Finding(Class<?> type, boolean isPart, Optional<String> notMade, List<String> lostFields) {}

    /**
     * Examines a type and its type arguments, and the types of their properties.
     *
     * @return nothing if another codec than that of JSON-B decodes the type
     * @throws IllegalStateException if no codec decodes it
     */
    public List<Finding> examine(Type type) {
        PayloadCodec codec = PayloadDecoder.of(codecs, type).codec();
        if (!(codec instanceof JsonbCodec)) {
            return List.of();
        }
        Set<Class<?>> declared = classes(type).collect(Collectors.toCollection(LinkedHashSet::new));
        Set<Class<?>> all = new LinkedHashSet<>();
        declared.forEach(each -> addWithParts(each, all));
        return all.stream()
                .flatMap(each -> examine(codec, each, !declared.contains(each)).stream())
                .toList();
    }

    private static void addWithParts(Class<?> type, Set<Class<?>> found) {
        if (found.add(type)) {
            new JsonbClass(type)
                    .propertyTypes()
                    .flatMap(DecodingRules::classes)
                    .forEach(part -> addWithParts(part, found));
        }
    }

    private static Optional<Finding> examine(PayloadCodec codec, Class<?> type, boolean isPart) {
        JsonbClass jsonb = new JsonbClass(type);
        Optional<String> notMade = jsonb.whyNotMade().filter(why -> !decodes(codec, type));
        List<String> lost = notMade.isPresent() ? List.of() : jsonb.lostFields();
        return notMade.isPresent() || !lost.isEmpty()
                ? Optional.of(new Finding(type, isPart, notMade, lost))
                : Optional.empty();
    }

    /** Tries it: a class that looks unsuitable may be one that JSON-B knows. */
    private static boolean decodes(PayloadCodec codec, Class<?> type) {
        try {
            codec.decode(EMPTY_OBJECT, type);
            return true;
        } catch (Exception | LinkageError e) {
            return false;
        }
    }

    private static Stream<Class<?>> classes(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.isArray() ? classes(plain.getComponentType()) : Stream.of(plain);
        }
        return type instanceof ParameterizedType generic
                ? Stream.concat(
                        classes(generic.getRawType()),
                        Stream.of(generic.getActualTypeArguments()).flatMap(DecodingRules::classes))
                : Stream.empty();
    }
}
