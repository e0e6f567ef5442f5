// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.inbox.InboxErrors;
import jakarta.enterprise.inject.spi.Bean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The methods that handle stored messages, and their beans. */
final class StoredHandlers {

    private final List<IncomingMethod> methods = new ArrayList<>();
    private final Map<String, String> members = new TreeMap<>();
    private final Map<Class<?>, Bean<?>> beans = new ConcurrentHashMap<>();

    /**
     * Adds a method.
     *
     * @param member names the method for people
     * @throws io.onceward.api.OncewardException if another method has the same handler name
     */
    void add(IncomingMethod method, String member) {
        String other = members.putIfAbsent(method.handler(), member);
        if (other != null) {
            throw InboxErrors.sharedStoredHandler(method.handler(), other, member);
        }
        methods.add(method);
    }

    /** Keeps the bean if one of the methods is its own. */
    void remember(Bean<?> bean) {
        if (methods.stream().anyMatch(method -> method.bean() == bean.getBeanClass())) {
            beans.put(bean.getBeanClass(), bean);
        }
    }

    List<IncomingMethod> methods() {
        return Collections.unmodifiableList(methods);
    }

    List<String> channels() {
        return methods.stream().map(IncomingMethod::channel).toList();
    }

    /** Returns the names of the methods by those of their handlers. */
    Map<String, String> members() {
        return Collections.unmodifiableMap(members);
    }

    /** Returns the bean of a method, if its class became one. */
    Optional<Bean<?>> beanOf(IncomingMethod method) {
        return Optional.ofNullable(beans.get(method.bean()));
    }
}
