// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.EngineGate;
import io.onceward.http.HttpResults;
import io.onceward.http.ResponseWriter;
import io.onceward.inbox.ResultPolicy;
import io.onceward.log.HttpErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** Idempotent calls of resource methods. */
@ApplicationScoped
public class IdempotentRequests {

    @Inject
    private OncewardExtension extension;

    @Inject
    private EngineGate engine;

    @Inject
    private HttpRequest request;

    private final Map<IdempotentMethod, Object> writers = new ConcurrentHashMap<>();

    /** Called by CDI. */
    public IdempotentRequests() {}

    Object once(IdempotentMethod resource, Callable<Object> method) throws Exception {
        Object exchange = exchange(resource);
        Object writer = writers.computeIfAbsent(
                resource,
                r -> new ResponseWriter(r.bean(), r.method(), extension.config().maxResponseSize()));
        ResultPolicy results = new HttpResults(exchange, (ResponseWriter) writer);
        return engine.forCall().calls().once(resource.handler(), HttpResults.key(exchange), results, method);
    }

    /** Returns the request; a call that did not come through Jakarta REST and its filter has no key. */
    private Object exchange(IdempotentMethod resource) {
        Object exchange;
        try {
            exchange = request.take();
        } catch (ContextNotActiveException e) {
            exchange = null;
        }
        if (exchange == null) {
            throw HttpErrors.resourceWithoutRequest(resource.member());
        }
        return exchange;
    }
}
