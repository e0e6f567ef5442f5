// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import io.onceward.api.OncewardException;
import io.onceward.log.MemberName;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Providers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Refuses requests without a key, and passes the key of the others to the interceptor. */
public class IdempotencyFilter implements ContainerRequestFilter, ContainerResponseFilter {

    @Context
    private ResourceInfo resource;

    @Context
    private Providers providers;

    /** Called by Jakarta REST. */
    public IdempotencyFilter() {}

    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        Host host = CDI.current().select(Host.class).get();
        Optional<String> key = IdempotencyKeyHeader.parse(request.getHeaders().get(IdempotencyKeyHeader.NAME));
        if (!isIdempotent(host, request.getUriInfo())) {
            request.abortWith(notIntercepted());
        } else if (key.isEmpty()) {
            request.abortWith(
                    Problem.of(400, "Bad Request", HttpErrors.illegalIdempotencyKey(IdempotencyKeyHeader.MAX_LENGTH))
                            .build());
        } else {
            enter(host, request, key.get());
        }
    }

    private boolean isIdempotent(Host host, UriInfo uri) {
        return host.isIdempotent(resource.getResourceClass(), resource.getResourceMethod())
                && uri.getMatchedResources().stream().limit(1).noneMatch(host::isHandmade);
    }

    private void enter(Host host, ContainerRequestContext request, String key) throws IOException {
        String tenant;
        try {
            tenant = host.tenant();
        } catch (OncewardException e) {
            if (!HttpErrors.isNoTenant(e)) {
                throw e;
            }
            request.abortWith(Problem.of(500, "Internal Server Error", e).build());
            return;
        }
        int limit = host.maxRequestSize();
        boolean hasBody = request.hasEntity(); // false, on some servers, as soon as it has been read
        byte[] body = hasBody ? moreThan(limit, request.getEntityStream()) : new byte[0];
        if (body.length > limit) {
            request.abortWith(Problem.of(413, "Content Too Large", HttpErrors.requestTooLarge(limit))
                    .build());
            return;
        }
        if (hasBody) {
            request.setEntityStream(new ByteArrayInputStream(body));
        }
        Exchange exchange = new Exchange(request, tenant, key, body, providers);
        request.setProperty(StoredEntityWriter.PROPERTY, exchange);
        host.enter(exchange);
    }

    /** Reads the body, or one byte more than the limit. */
    static byte[] moreThan(int limit, InputStream body) throws IOException {
        return body.readNBytes(limit == Integer.MAX_VALUE ? limit : limit + 1);
    }

    /** Fails a request that succeeded without the interceptor, so that the first test reveals the mistake. */
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        boolean succeeded = response.getStatus() < 400;
        if (succeeded
                && request.getProperty(StoredEntityWriter.PROPERTY) instanceof Exchange exchange
                && !exchange.isIntercepted()) {
            Response problem = notIntercepted();
            response.setStatus(problem.getStatus());
            response.setEntity(problem.getEntity(), new java.lang.annotation.Annotation[0], problem.getMediaType());
        }
    }

    private Response notIntercepted() {
        String name = MemberName.of(resource.getResourceClass(), resource.getResourceMethod());
        return Problem.of(500, "Internal Server Error", HttpErrors.resourceWithoutInterceptor(name))
                .build();
    }
}
