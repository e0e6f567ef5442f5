// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.http.Exchange;
import io.oncebox.http.Host;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.reflect.Method;

/** The application, as the filter of Jakarta REST sees it. */
@ApplicationScoped
public class HttpHost implements Host {

    @Inject
    private OnceboxContainer container;

    @Inject
    private HttpRequest request;

    /** Called by CDI. */
    public HttpHost() {}

    @Override
    public int maxRequestSize() {
        return container.config().maxRequestSize();
    }

    @Override
    public boolean isIdempotent(Class<?> resource, Method method) {
        return container.isIdempotent(resource, method);
    }

    @Override
    public boolean isHandmade(Object resource) {
        return container.isBean(resource.getClass());
    }

    @Override
    public void enter(Exchange exchange) {
        request.enter(exchange);
    }
}
