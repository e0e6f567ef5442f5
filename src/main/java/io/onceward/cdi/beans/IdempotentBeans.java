// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.EngineGate;
import io.onceward.inbox.ResultPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The {@code @Idempotent} methods of the application, with the beans and policies that their calls need. */
@ApplicationScoped
public class IdempotentBeans {

    @Inject
    private OncewardExtension extension;

    @Inject
    private EngineGate engine;

    @Inject
    @Any
    private Instance<KeyResolver> resolvers;

    @Inject
    @Any
    private Instance<MessageKeyResolver> messageKeyResolvers;

    private final Map<Class<?>, KeyResolver> resolversByClass = new ConcurrentHashMap<>();
    private final Map<Class<?>, MessageKeyResolver> messageKeyResolversByClass = new ConcurrentHashMap<>();
    private final Map<IdempotentMethod, ResultPolicy> results = new ConcurrentHashMap<>();

    /** Called by CDI. */
    public IdempotentBeans() {}

    /** Returns the {@code @Idempotent} method that was called. */
    IdempotentMethod method(Class<?> instanceClass, Method method) {
        return extension.idempotentMethods().of(instanceClass, method);
    }

    KeyResolver resolver(Class<? extends KeyResolver> type) {
        return resolversByClass.computeIfAbsent(
                type, t -> resolvers.select(type).get());
    }

    MessageKeyResolver messageKeyResolver(Class<? extends MessageKeyResolver> type) {
        return messageKeyResolversByClass.computeIfAbsent(
                type, t -> messageKeyResolvers.select(type).get());
    }

    /** Returns the policy for the results of a method. */
    ResultPolicy results(IdempotentMethod method) {
        return results.computeIfAbsent(method, m -> {
            if (m.idempotent().replay()) {
                return engine.now().replay(m.method().getGenericReturnType());
            }
            return ResultPolicy.none(m.method().getReturnType() == Optional.class ? Optional.empty() : null);
        });
    }
}
