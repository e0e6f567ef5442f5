// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.api.OncewardException;
import io.onceward.broker.MessageKinds;
import io.onceward.http.ResourceErrors;
import io.onceward.inbox.CallErrors;
import io.onceward.inbox.PropertyPath;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The source of the key that identifies a call. */
@FunctionalInterface
interface KeySource {

    /** The syntax of {@link Idempotent#key()}. */
    Pattern OF_MESSAGE = Pattern.compile("property:(\\S+)|header:(\\S+)");

    /** Reads the key; {@code null} or a blank text if the call has none. */
    Object of(KeyedCall call) throws Exception;

    /** Returns the key as a text that is not blank. */
    default String text(KeyedCall call) throws Exception {
        String handler = call.called().handler();
        Object key;
        try {
            key = of(call);
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw CallErrors.unreadableIdentity(handler, e);
        }
        if (key != null && !hasText(key.getClass())) {
            throw IdempotentErrors.keyWithoutText(
                    call.called().member(), key.getClass().getName());
        }
        String text = key == null ? "" : key.toString();
        if (text.isBlank()) {
            throw CallErrors.noKey(handler);
        }
        return text;
    }

    /** Returns the source for a resource method: the request has the key in its header. */
    static KeySource ofRequest(String member, AnnotatedMethod<?> method, Idempotent idempotent) {
        if (configured(idempotent) > 0 || !marked(method).isEmpty()) {
            throw ResourceErrors.keyOfResource(member);
        }
        return call -> null;
    }

    private static List<? extends AnnotatedParameter<?>> marked(AnnotatedMethod<?> method) {
        return method.getParameters().stream()
                .filter(parameter -> parameter.isAnnotationPresent(IdempotencyKey.class))
                .toList();
    }

    /** @throws OncewardException if the method has no key, or more than one */
    static KeySource of(String member, AnnotatedMethod<?> method, Idempotent idempotent, MessageKinds messages) {
        List<? extends AnnotatedParameter<?>> marked = marked(method);
        if (marked.size() + configured(idempotent) > 1) {
            throw IdempotentErrors.severalKeys(member);
        }
        if (!marked.isEmpty()) {
            return parameter(member, marked.get(0));
        }
        if (idempotent.resolver() != KeyResolver.class) {
            return call -> call.resolve(idempotent.resolver());
        }
        KeySource source = ofMessage(member, idempotent, messages);
        if (Arrays.stream(method.getJavaMember().getParameterTypes()).noneMatch(messages::mayBeMessage)) {
            throw IdempotentErrors.idempotentWithoutKey(member);
        }
        return source;
    }

    /** Returns how many elements of the annotation configure a key. */
    static long configured(Idempotent idempotent) {
        return Stream.of(
                        !idempotent.key().isEmpty(),
                        idempotent.resolver() != KeyResolver.class,
                        idempotent.messageKey() != MessageKeyResolver.class)
                .filter(set -> set)
                .count();
    }

    private static KeySource ofMessage(String member, Idempotent idempotent, MessageKinds messages) {
        if (idempotent.messageKey() != MessageKeyResolver.class) {
            return call -> call.resolveMessage(idempotent.messageKey());
        }
        return idempotent.key().isEmpty() ? KeyedCall::identity : ofMessage(member, idempotent.key(), messages);
    }

    private static KeySource ofMessage(String member, String key, MessageKinds messages) {
        Matcher matcher = OF_MESSAGE.matcher(key);
        if (!matcher.matches()
                || (matcher.group(2) != null && !messages.headers().contains(matcher.group(2)))) {
            throw IdempotentErrors.idempotentKeySyntax(member, key, messages.headers());
        }
        String property = matcher.group(1);
        String header = matcher.group(2);
        return property != null ? call -> call.property(property) : call -> call.header(header);
    }

    private static KeySource parameter(String member, AnnotatedParameter<?> parameter) {
        String name = parameter.getAnnotation(IdempotencyKey.class).value();
        PropertyPath path;
        try {
            path = new PropertyPath(parameter.getJavaParameter().getType(), name);
        } catch (IllegalArgumentException e) {
            throw IdempotentErrors.unknownKeyPath(name, member, e.getMessage());
        }
        if (!hasText(path.type())) {
            throw IdempotentErrors.keyWithoutText(member, path.type().getName());
        }
        int index = parameter.getPosition();
        return call -> unwrapped(path.read(call.arguments()[index]));
    }

    /** Returns the value of an optional: an empty one has a text, but no key. */
    private static Object unwrapped(Object key) {
        if (key instanceof Optional<?> optional) {
            return optional.orElse(null);
        }
        if (key instanceof OptionalInt optional) {
            return optional.isPresent() ? optional.getAsInt() : null;
        }
        if (key instanceof OptionalLong optional) {
            return optional.isPresent() ? optional.getAsLong() : null;
        }
        if (key instanceof OptionalDouble optional) {
            return optional.isPresent() ? optional.getAsDouble() : null;
        }
        return key;
    }

    /** Returns whether a type's text identifies an instance. For an interface, and for {@code Object}, the instance decides. */
    private static boolean hasText(Class<?> type) {
        if (type.isInterface() || type.isPrimitive() || type == Object.class) {
            return true;
        }
        try {
            return !type.isArray() && type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has toString", e);
        }
    }
}
