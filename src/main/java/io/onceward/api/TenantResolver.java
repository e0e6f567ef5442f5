// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * Names the tenant of an HTTP request to an {@link Idempotent} resource method, so that the same {@code Idempotency-Key} of two
 * tenants identifies two requests. Implement it if tenants share the application and its tables, for example by the host name:
 *
 * <pre>{@code
 * @ApplicationScoped
 * public class TenantOfHost implements TenantResolver {
 *     @Inject HttpServletRequest request;
 *
 *     public String tenant() {
 *         return request.getServerName();
 *     }
 * }
 * }</pre>
 *
 * <p>Without an implementation, all requests belong to one tenant. Onceward ignores their host names by default: behind a proxy
 * that passes on the name of a node, a repeated request to another node would be processed again.
 *
 * <p>The implementation is a CDI bean or an EJB in any archive of the application. An application has at most one. With several,
 * the deployment is refused ({@code OWD-0203}) unless one is an alternative. The implementation must be thread-safe, unless its
 * scope gives each thread its own instance.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TenantResolver {

    /**
     * Returns the tenant of the current request: the same text for each repetition of the request. Onceward calls the method
     * before the resource method, after the request filters of the application, on their thread. If it throws, the exception
     * reaches the exception mappers of the application, and the request is not processed.
     *
     * @return not {@code null} and not blank; otherwise Onceward refuses the request ({@code OWD-0204})
     */
    String tenant();
}
