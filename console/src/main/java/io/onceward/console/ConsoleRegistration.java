// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.config.ConsoleConfig;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;

/** Adds the console to a web application while the server starts it. */
public final class ConsoleRegistration {

    private static final String NAME = "onceward-console";

    /** Every user who is logged in, by Jakarta Servlet. The console checks its role, and names it to users without it. */
    private static final String ANY_USER = "**";

    private ConsoleRegistration() {}

    /**
     * Adds the console.
     *
     * <p>If {@code web.xml} declares a login and no constraint, a constraint demands it. The console can't demand it by {@code
     * HttpServletRequest.authenticate()}: WildFly authenticates each request before the first servlet, without a constraint
     * optionally, and keeps that authenticator for the request. Its {@code authenticate()} then throws instead of asking for a
     * login. A login by Jakarta Security has another authenticator, and needs no constraint.
     *
     * @throws io.onceward.api.OncewardException {@code OWD-0151} if its path is taken
     */
    public static void add(ServletContext context, ConsoleConfig config, ConsoleServlet servlet) {
        ServletRegistration.Dynamic registration = context.addServlet(NAME, servlet);
        if (registration == null
                || !registration.addMapping(config.path() + "/*").isEmpty()) {
            throw ConsoleErrors.consolePathTaken(config.path());
        }
        context.declareRoles(config.role());
        config.payloadRole().ifPresent(context::declareRoles);
        config.editRole().ifPresent(context::declareRoles);
        if (DeclaredLogin.isWithoutConstraint(context)) {
            registration.setServletSecurity(
                    new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.NONE, ANY_USER)));
        }
        ConsoleLog.consoleOpen(config.path(), config.role());
    }
}
