// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import io.onceward.api.NotReadyException;
import io.onceward.api.TenantResolver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;

/** Names a tenant by the host of its requests. */
@ApplicationScoped
public class TenantOfHost implements TenantResolver {

    @Inject
    private HttpServletRequest request;

    /** Returns no tenant, or fails, if the test asks for that. */
    @Override
    public String tenant() {
        if (request.getHeader("X-Failing-Tenant") != null) {
            throw new NotReadyException("OWD-0050", "the tenants are unknown", null);
        }
        return request.getHeader("X-No-Tenant") == null ? request.getServerName() : " ";
    }
}
