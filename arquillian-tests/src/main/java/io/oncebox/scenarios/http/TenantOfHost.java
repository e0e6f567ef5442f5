// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.http;

import io.oncebox.api.TenantResolver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;

/** Names a tenant by the host of its requests. */
@ApplicationScoped
public class TenantOfHost implements TenantResolver {

    @Inject
    private HttpServletRequest request;

    /** Returns no tenant if the test asks for that. */
    @Override
    public String tenant() {
        return request.getHeader("X-No-Tenant") == null ? request.getServerName() : " ";
    }
}
