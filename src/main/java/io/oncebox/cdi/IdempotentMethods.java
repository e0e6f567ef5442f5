// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.KeyResolver;
import io.oncebox.log.AnnotationErrors;
import io.oncebox.log.IdempotentErrors;
import io.oncebox.log.InboxErrors;
import io.oncebox.log.MemberName;
import io.oncebox.queue.ColumnWidths;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** All methods of the application with {@code @Idempotent}. Filled while the application is examined. */
final class IdempotentMethods {

    private final Map<Class<?>, Map<String, IdempotentMethod>> byBean = new ConcurrentHashMap<>();
    private final Map<String, IdempotentMethod> byHandler = new TreeMap<>();
    private final Map<Called, IdempotentMethod> byCall = new ConcurrentHashMap<>();

    /** @throws io.oncebox.api.OnceboxException if its handler's name is another's, or too long */
    void add(IdempotentMethod guarded) {
        byBean.computeIfAbsent(guarded.bean(), bean -> new ConcurrentHashMap<>())
                .put(guarded.signature(), guarded);
        String handler = guarded.handler();
        if (handler.length() > ColumnWidths.QUEUE) {
            throw AnnotationErrors.longHandler(guarded.member(), handler.length(), ColumnWidths.QUEUE);
        }
        IdempotentMethod other = byHandler.putIfAbsent(handler, guarded);
        boolean shared = other != null
                && other.idempotent().shared()
                && guarded.idempotent().shared();
        if (other != null && !other.isSame(guarded) && !shared) {
            throw AnnotationErrors.sharedHandler(handler, guarded.member(), other.member());
        }
    }

    /** The names of all handlers. */
    Set<String> handlers() {
        return byHandler.keySet();
    }

    /** @throws io.oncebox.api.OnceboxException if the handler of stored messages has the name of one of these */
    void verifyApart(String handler, String member) {
        IdempotentMethod other = byHandler.get(handler);
        if (other != null) {
            throw InboxErrors.sharedStoredHandler(handler, other.member(), member);
        }
    }

    /** @throws io.oncebox.api.OnceboxException if a resolver of a key is not among these */
    void verifyResolvers(Set<Class<?>> beans) {
        for (Map<String, IdempotentMethod> methods : byBean.values()) {
            for (IdempotentMethod guarded : methods.values()) {
                Class<?> resolver = guarded.idempotent().resolver();
                if (resolver != KeyResolver.class && !beans.contains(resolver)) {
                    throw IdempotentErrors.noResolver(guarded.member(), resolver.getName());
                }
            }
        }
    }

    /**
     * By the class of an instance, which may be a subclass that a container has made, and by the called method, which may be
     * that of an interface with type parameters.
     */
    IdempotentMethod of(Class<?> instanceClass, Method method) {
        return byCall.computeIfAbsent(new Called(instanceClass, method), called -> find(instanceClass, method)
                .orElseThrow(() -> new IllegalStateException(MemberName.of(method) + " was not examined")));
    }

    private record Called(Class<?> instanceClass, Method method) {}

    boolean contains(Class<?> instanceClass, Method method) {
        return find(instanceClass, method).isPresent();
    }

    /** Whether it is the class of a bean itself, and no subclass that a container has made. */
    boolean isBean(Class<?> beanClass) {
        return byBean.containsKey(beanClass);
    }

    private Optional<IdempotentMethod> find(Class<?> instanceClass, Method method) {
        String signature = IdempotentMethod.signature(method);
        for (Class<?> c = instanceClass; c != null; c = c.getSuperclass()) {
            Map<String, IdempotentMethod> methods = byBean.get(c);
            if (methods != null) {
                IdempotentMethod guarded = methods.get(signature);
                return guarded != null ? Optional.of(guarded) : alike(methods, method);
            }
        }
        return Optional.empty();
    }

    private static Optional<IdempotentMethod> alike(Map<String, IdempotentMethod> methods, Method method) {
        List<IdempotentMethod> alike = methods.values().stream()
                .filter(guarded -> guarded.method().getName().equals(method.getName())
                        && guarded.method().getParameterCount() == method.getParameterCount())
                .toList();
        return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
    }
}
