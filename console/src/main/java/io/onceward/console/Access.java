// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.config.ConsoleConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Optional;

/**
 * Lets in whom the server knows and has given the role. Whatever it does not say counts as no.
 *
 * @param config the roles
 */
record Access(ConsoleConfig config) {

    /**
     * Returns the user who sent the request.
     *
     * @return empty if the server has asked for a login instead
     * @throws Refusal if the application has no login, or the user does not have the role
     */
    Optional<Visitor> visitor(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getUserPrincipal() == null && asksForLogin(request, response)) {
            return Optional.empty();
        }
        Principal user = request.getUserPrincipal();
        if (user == null) {
            throw Refusal.withoutLogin();
        }
        if (!request.isUserInRole(config.role())) {
            throw new Refusal(403, ConsoleErrors.consoleForbidden(config.role()));
        }
        boolean seesPayloads =
                config.payloadRole().filter(request::isUserInRole).isPresent();
        boolean editsPayloads =
                seesPayloads && config.editRole().filter(request::isUserInRole).isPresent();
        return Optional.of(new Visitor(user.getName(), seesPayloads, editsPayloads));
    }

    private static boolean asksForLogin(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            if (request.authenticate(response)) {
                return false;
            }
        } catch (ServletException e) {
            // No login, or a wrong one: servers differ. What they have written into the response tells.
        }
        return response.isCommitted()
                || response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED
                || response.getStatus() / 100 == 3;
    }
}
