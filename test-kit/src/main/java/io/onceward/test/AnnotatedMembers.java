// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.Durable;
import io.onceward.api.Idempotent;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/**
 * What the annotations of Onceward on the beans under test say, for the texts of failures.
 *
 * @param recorders the methods and emitters that record on a channel, by the channel
 * @param interpreted the classes with a method that the container must see: that has an interceptor, or is a durable observer
 */
record AnnotatedMembers(Map<String, Set<String>> recorders, Set<Class<?>> interpreted) {

    static AnnotatedMembers of(Collection<Class<?>> beans) {
        AnnotatedMembers members = new AnnotatedMembers(new TreeMap<>(), new LinkedHashSet<>());
        beans.forEach(members::add);
        return members;
    }

    private void add(Class<?> bean) {
        if (bean.isAnnotationPresent(Idempotent.class)) {
            interpreted.add(bean);
        }
        for (Class<?> type = bean; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                Outgoing outgoing = method.getAnnotation(Outgoing.class);
                if (outgoing != null) {
                    recorder(outgoing.value(), bean.getName() + "#" + method.getName());
                }
                if (outgoing != null
                        || method.isAnnotationPresent(Idempotent.class)
                        || method.isAnnotationPresent(Durable.class)
                        || Arrays.stream(method.getParameters())
                                .anyMatch(parameter -> parameter.isAnnotationPresent(Durable.class))) {
                    interpreted.add(bean);
                }
                Arrays.stream(method.getParameters()).forEach(parameter -> emitter(bean, parameter));
            }
            for (Field field : type.getDeclaredFields()) {
                emitter(bean, field);
            }
            Arrays.stream(type.getDeclaredConstructors())
                    .forEach(constructor -> Arrays.stream(constructor.getParameters())
                            .forEach((Parameter each) -> emitter(bean, each)));
        }
    }

    private void emitter(Class<?> bean, AnnotatedElement point) {
        Channel channel = point.getAnnotation(Channel.class);
        if (channel != null) {
            recorder(channel.value(), "an emitter of " + bean.getName());
        }
    }

    private void recorder(String channel, String member) {
        recorders.computeIfAbsent(channel, key -> new TreeSet<>()).add(member);
    }
}
