// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/** Authenticates each request by the name that it gives, later than most filters do. */
@Priority(Priorities.USER + 1)
public class Users implements ContainerRequestFilter {

    @Override
    public void filter(ContainerRequestContext request) {
        String name = request.getHeaderString("X-User");
        if (name != null) {
            request.setSecurityContext(new User(name));
        }
    }

    private record User(String name) implements SecurityContext {

        @Override
        public Principal getUserPrincipal() {
            return () -> name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return "X";
        }
    }
}
