// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A path from an object to a property, over record components, getters and public fields. */
public final class PropertyPath {

    private final List<Member> steps = new ArrayList<>();
    private Class<?> type;

    /**
     * Resolves a path.
     *
     * @param path names with dots between them; empty for the object itself
     * @throws IllegalArgumentException if a name is no property; the message names it and the class
     */
    public PropertyPath(Class<?> start, String path) {
        type = start;
        if (!path.isEmpty()) {
            for (String name : path.split("\\.", -1)) {
                Member step = step(type, name);
                steps.add(step);
                type = step instanceof Field field ? field.getType() : ((Method) step).getReturnType();
            }
        }
    }

    /** Returns the declared type of the last property. */
    public Class<?> type() {
        return type;
    }

    /**
     * Returns the value of the last property; {@code null} if the path meets a {@code null}.
     *
     * @throws Exception what a getter threw
     */
    public Object read(Object start) throws Exception {
        Object value = start;
        for (Member step : steps) {
            if (value == null) {
                return null;
            }
            value = read(step, value);
        }
        return value;
    }

    private static Object read(Member step, Object from) throws Exception {
        try {
            return step instanceof Field field ? field.get(from) : ((Method) step).invoke(from);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception thrown ? thrown : e;
        }
    }

    private static Member step(Class<?> type, String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(type.getName() + " has no property with an empty name");
        }
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        Stream<String> getters = Stream.concat(
                type.isRecord() ? Stream.of(name) : Stream.of(), Stream.of("get" + capital, "is" + capital));
        Member found = getters.flatMap(getter -> getter(type, getter))
                .findFirst()
                .or(() -> Stream.of(type.getFields())
                        .filter(field -> field.getName().equals(name) && !Modifier.isStatic(field.getModifiers()))
                        .findFirst())
                .orElseThrow(() -> new IllegalArgumentException(type.getName() + " has no property " + name));
        try {
            ((AccessibleObject) found).setAccessible(true); // the class may not be public
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    type.getName() + " does not make its property " + name + " accessible", e);
        }
        return found;
    }

    private static Stream<Member> getter(Class<?> type, String name) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(name)
                        && method.getParameterCount() == 0
                        && method.getReturnType() != void.class
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isBridge())
                .map(Member.class::cast);
    }
}
