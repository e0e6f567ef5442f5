// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * Names the tenant of an HTTP request to an {@link Idempotent} resource method: the same {@code Idempotency-Key} of two tenants
 * then identifies two requests. An application whose tenants share its tables implements it, for example by the host name:
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
 * <p>Without an implementation, all requests belong to one tenant, whatever their host name: behind a proxy that passes on the
 * name of a node, a repeated request to another node would otherwise be processed again.
 *
 * <p>The implementation is a CDI bean or an EJB of the application, in whatever archive. An application has one; several of which
 * none is an alternative are refused at deployment ({@code OBX-0203}). It must be thread-safe, unless its scope gives each thread
 * its own instance.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TenantResolver {

    /**
     * Returns the tenant of the current request: the same text for each repetition of the request. Oncebox calls the method
     * before the resource method, after the request filters of the application, on their thread. What it throws reaches the
     * exception mappers of the application, and the request is not processed.
     *
     * @return neither {@code null} nor blank: Oncebox then refuses the request ({@code OBX-0204})
     */
    String tenant();
}
