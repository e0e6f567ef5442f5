// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.TenantResolver;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.http.Exchange;
import io.onceward.http.Host;
import io.onceward.log.HttpErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.lang.reflect.Method;

/** The application, as the filter of Jakarta REST sees it. */
@ApplicationScoped
public class HttpHost implements Host {

    @Inject
    private HttpRequest request;

    @Inject
    private OncewardExtension extension;

    @Inject
    private BeanManager beans;

    /** Called by CDI. */
    public HttpHost() {}

    @Override
    public int maxRequestSize() {
        return extension.config().maxRequestSize();
    }

    @Override
    public boolean isIdempotent(Class<?> resource, Method method) {
        return extension.idempotentMethods().contains(resource, method);
    }

    @Override
    public boolean isHandmade(Object resource) {
        return extension.idempotentMethods().isBean(resource.getClass());
    }

    @Override
    public String tenant() {
        return extension.tenantResolver().map(this::tenantBy).orElse("");
    }

    private String tenantBy(Bean<?> resolver) {
        CreationalContext<?> context = beans.createCreationalContext(resolver);
        try {
            String tenant = ((TenantResolver) beans.getReference(resolver, TenantResolver.class, context)).tenant();
            if (tenant == null || tenant.isBlank()) {
                throw HttpErrors.noTenant(resolver.getBeanClass().getName());
            }
            return tenant;
        } finally {
            context.release();
        }
    }

    @Override
    public void enter(Exchange exchange) {
        request.enter(exchange);
    }
}
