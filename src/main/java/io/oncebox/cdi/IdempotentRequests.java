// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.http.HttpResults;
import io.oncebox.http.ResponseWriter;
import io.oncebox.inbox.ResultPolicy;
import io.oncebox.log.HttpErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** Calls of guarded resource methods. */
@ApplicationScoped
public class IdempotentRequests {

    @Inject
    private OnceboxContainer container;

    @Inject
    private HttpRequest request;

    private final Map<IdempotentMethod, Object> writers = new ConcurrentHashMap<>();

    /** Called by CDI. */
    public IdempotentRequests() {}

    Object once(IdempotentMethod guarded, Callable<Object> method) throws Exception {
        Object exchange = exchange(guarded);
        Object writer = writers.computeIfAbsent(
                guarded,
                g -> new ResponseWriter(g.bean(), g.method(), container.config().maxResponseSize()));
        ResultPolicy results = new HttpResults(exchange, (ResponseWriter) writer);
        return container.engine().calls().once(guarded.handler(), () -> HttpResults.key(exchange), results, method);
    }

    /** Whoever calls a resource past Jakarta REST, or past its filter, has no key. */
    private Object exchange(IdempotentMethod guarded) {
        Object exchange;
        try {
            exchange = request.take();
        } catch (ContextNotActiveException e) {
            exchange = null;
        }
        if (exchange == null) {
            throw HttpErrors.resourceWithoutRequest(guarded.member());
        }
        return exchange;
    }
}
