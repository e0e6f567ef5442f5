// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.inbox.InboxErrors;
import io.onceward.log.MemberName;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The {@code @Idempotent} methods of the application. Filled while the deployment is examined. */
public final class IdempotentMethods {

    private final Map<Class<?>, Map<String, IdempotentMethod>> byBean = new ConcurrentHashMap<>();
    private final Map<String, IdempotentMethod> byHandler = new TreeMap<>();
    private final Map<Called, IdempotentMethod> byCall = new ConcurrentHashMap<>();

    /** @throws io.onceward.api.OncewardException if the name of its handler is illegal or taken */
    void add(IdempotentMethod added) {
        byBean.computeIfAbsent(added.bean(), bean -> new ConcurrentHashMap<>()).put(added.signature(), added);
        String handler = added.handler();
        if (!QueueName.isLegal(handler)) {
            throw AnnotationErrors.illegalHandler(added.member(), handler.length(), ColumnWidths.QUEUE);
        }
        IdempotentMethod other = byHandler.putIfAbsent(handler, added);
        boolean shared = other != null
                && other.idempotent().shared()
                && added.idempotent().shared();
        if (other != null && !other.isSame(added) && !shared) {
            throw AnnotationErrors.sharedHandler(handler, added.member(), other.member());
        }
    }

    /** Returns all methods, in the order of their names. */
    public List<IdempotentMethod> all() {
        return byBean.values().stream()
                .flatMap(methods -> methods.values().stream())
                .sorted(Comparator.comparing(IdempotentMethod::member).thenComparing(IdempotentMethod::signature))
                .toList();
    }

    /** Returns the names of all handlers. */
    public Set<String> handlers() {
        return byHandler.keySet();
    }

    /** @throws io.onceward.api.OncewardException if one of these methods has the name of this handler of stored messages */
    void verifyApart(String handler, String member) {
        IdempotentMethod other = byHandler.get(handler);
        if (other != null) {
            throw InboxErrors.sharedStoredHandler(handler, other.member(), member);
        }
    }

    /** @throws io.onceward.api.OncewardException if the resolver of a key is not one of these beans */
    void verifyResolvers(Set<Class<?>> beans) {
        for (Map<String, IdempotentMethod> methods : byBean.values()) {
            for (IdempotentMethod method : methods.values()) {
                verifyResolver(method, method.idempotent().resolver(), KeyResolver.class, beans);
                verifyResolver(method, method.idempotent().messageKey(), MessageKeyResolver.class, beans);
            }
        }
    }

    private static void verifyResolver(IdempotentMethod method, Class<?> resolver, Class<?> none, Set<Class<?>> beans) {
        if (resolver != none && !beans.contains(resolver)) {
            throw IdempotentErrors.noResolver(method.member(), resolver.getName());
        }
    }

    /**
     * Finds a method by the class of the instance and the called method. The class may be a subclass that a container has
     * made, and the method may belong to an interface with type parameters.
     */
    public IdempotentMethod of(Class<?> instanceClass, Method method) {
        return byCall.computeIfAbsent(new Called(instanceClass, method), called -> find(instanceClass, method)
                .orElseThrow(() -> new IllegalStateException(MemberName.of(method) + " was not examined")));
    }

    private record Called(Class<?> instanceClass, Method method) {}

    /** Returns whether the method of a bean is {@code @Idempotent}. */
    public boolean contains(Class<?> instanceClass, Method method) {
        return find(instanceClass, method).isPresent();
    }

    /** Returns whether the class declares a bean with such methods; a subclass that a container has made does not. */
    public boolean isBean(Class<?> beanClass) {
        return byBean.containsKey(beanClass);
    }

    private Optional<IdempotentMethod> find(Class<?> instanceClass, Method method) {
        String signature = IdempotentMethod.signature(method);
        for (Class<?> c = instanceClass; c != null; c = c.getSuperclass()) {
            Map<String, IdempotentMethod> methods = byBean.get(c);
            if (methods != null) {
                IdempotentMethod found = methods.get(signature);
                return found != null ? Optional.of(found) : alike(methods, method);
            }
        }
        return Optional.empty();
    }

    private static Optional<IdempotentMethod> alike(Map<String, IdempotentMethod> methods, Method method) {
        List<IdempotentMethod> alike = methods.values().stream()
                .filter(candidate -> candidate.method().getName().equals(method.getName())
                        && candidate.method().getParameterCount() == method.getParameterCount())
                .toList();
        return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
    }
}
