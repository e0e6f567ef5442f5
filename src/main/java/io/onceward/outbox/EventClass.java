// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.api.EventKey;
import io.onceward.codec.Upcasters;
import io.onceward.queue.KeyText;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The annotations of an event's class: its type and its key. */
public final class EventClass {

    private final Class<?> javaClass;
    private final String type;
    private final int version;
    private final Optional<Member> keyMember;

    /** @throws io.onceward.api.OncewardException if several members have the key */
    public EventClass(Class<?> javaClass) {
        this.javaClass = javaClass;
        this.type = Upcasters.typeOf(javaClass);
        this.version = Upcasters.versionOf(javaClass);
        this.keyMember = keyMember(javaClass);
    }

    /** Returns the type that the class declares, or {@code null}. */
    public String type() {
        return type;
    }

    /** Returns the version of the payloads of the class. */
    int version() {
        return version;
    }

    /** Returns the key that the payload carries, or {@code null}. */
    public String key(Object payload) {
        Object value = keyMember.map(member -> read(member, payload)).orElse(null);
        try {
            return KeyText.of(value);
        } catch (RuntimeException e) {
            throw RecordingErrors.unreadableKey(javaClass, e);
        }
    }

    private Object read(Member member, Object payload) {
        try {
            return member instanceof Field field ? field.get(payload) : ((Method) member).invoke(payload);
        } catch (InvocationTargetException e) {
            throw RecordingErrors.unreadableKey(javaClass, e.getCause());
        } catch (IllegalAccessException e) {
            throw RecordingErrors.unreadableKey(javaClass, e);
        }
    }

    private static Optional<Member> keyMember(Class<?> javaClass) {
        Map<String, AccessibleObject> members = new LinkedHashMap<>();
        collect(javaClass, members);
        if (members.size() > 1) {
            throw RecordingErrors.ambiguousKey(javaClass);
        }
        return members.values().stream().findFirst().map(member -> accessible(javaClass, member));
    }

    private static void collect(Class<?> c, Map<String, AccessibleObject> members) {
        if (c == null || c == Object.class) {
            return;
        }
        declaredMembers(c).forEach(member -> members.putIfAbsent(((Member) member).getName(), member));
        collect(c.getSuperclass(), members);
        for (Class<?> face : c.getInterfaces()) {
            collect(face, members);
        }
    }

    /** Counts members by name: the annotation of a record component is on its field and on its accessor. */
    private static List<AccessibleObject> declaredMembers(Class<?> c) {
        List<AccessibleObject> members = new ArrayList<>();
        for (Method method : c.getDeclaredMethods()) {
            if (method.isAnnotationPresent(EventKey.class) && !method.isBridge()) {
                members.add(method);
            }
        }
        for (Field field : c.getDeclaredFields()) {
            if (field.isAnnotationPresent(EventKey.class)) {
                members.add(field);
            }
        }
        return members;
    }

    private static Member accessible(Class<?> javaClass, AccessibleObject member) {
        if (member instanceof Method method
                && (method.getParameterCount() > 0 || method.getReturnType() == void.class)) {
            throw RecordingErrors.unreadableKey(
                    javaClass, new IllegalArgumentException(method.getName() + " has parameters or returns nothing"));
        }
        try {
            member.setAccessible(true);
        } catch (RuntimeException e) {
            throw RecordingErrors.unreadableKey(javaClass, e);
        }
        return (Member) member;
    }
}
