// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The deployment checks of idempotent resource methods. */
public final class HttpRules {

    /** The annotation by name, since a server may lack it. */
    private static final String HTTP_METHOD = "jakarta.ws.rs.HttpMethod";

    private HttpRules() {}

    /** Returns whether Jakarta REST calls the method with requests. Needs no class of Jakarta REST. */
    public static boolean isResourceMethod(Class<?> bean, Method method) {
        return alike(bean, method).stream()
                .flatMap(candidate -> Arrays.stream(candidate.getAnnotations()))
                .flatMap(annotation -> Arrays.stream(annotation.annotationType().getAnnotations()))
                .anyMatch(meta -> meta.annotationType().getName().equals(HTTP_METHOD));
    }

    /** @throws io.onceward.api.OncewardException if the method has no response to store, or the type of the response is unknown */
    public static void verify(String member, Class<?> bean, Method method) {
        Class<?> returned = method.getReturnType();
        for (Class<?> stream : List.of(StreamingOutput.class, InputStream.class, Reader.class)) {
            if (stream.isAssignableFrom(returned)) {
                throw ResourceErrors.streamedResponse(member, returned.getName());
            }
        }
        for (Method candidate : alike(bean, method)) {
            for (Parameter parameter : candidate.getParameters()) {
                if (SseEventSink.class.isAssignableFrom(parameter.getType())
                        || parameter.isAnnotationPresent(Suspended.class)) {
                    throw ResourceErrors.streamedResponse(
                            member, parameter.getType().getName());
                }
            }
        }
        boolean vague = produced(bean, method).stream().anyMatch(type -> type.contains("*"));
        if (returned != void.class && (vague || produced(bean, method).isEmpty())) {
            throw ResourceErrors.responseWithoutType(member);
        }
    }

    /** Returns the media types that the method, or else its class, declares. */
    static List<String> produced(Class<?> bean, Method method) {
        Optional<Produces> produces = alike(bean, method).stream()
                .map(candidate -> candidate.getAnnotation(Produces.class))
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .or(() -> supertypes(bean).stream()
                        .map(type -> type.getAnnotation(Produces.class))
                        .filter(java.util.Objects::nonNull)
                        .findFirst());
        return produces.stream()
                .flatMap(annotation -> Arrays.stream(annotation.value()))
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .toList();
    }

    /** Returns the method and those it overrides: annotations of Jakarta REST are inherited (3.1, section 3.6). */
    private static List<Method> alike(Class<?> bean, Method method) {
        List<Method> all = new ArrayList<>();
        for (Class<?> type : supertypes(bean)) {
            try {
                all.add(type.getDeclaredMethod(method.getName(), method.getParameterTypes()));
            } catch (NoSuchMethodException e) {
                // this type does not declare it
            }
        }
        return all;
    }

    private static List<Class<?>> supertypes(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        if (type != null && type != Object.class) {
            all.add(type);
            all.addAll(supertypes(type.getSuperclass()));
            for (Class<?> face : type.getInterfaces()) {
                all.addAll(supertypes(face));
            }
        }
        return all;
    }
}
