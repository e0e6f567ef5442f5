// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.health.OncewardLiveness;
import io.onceward.health.OncewardReadiness;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import java.util.List;

/** The checks of MicroProfile Health. Their classes have no bean annotation, so a server without it ignores them. */
final class HealthChecks {

    private static final String HEALTH = "org.eclipse.microprofile.health.HealthCheck";

    private HealthChecks() {}

    /** Adds the checks if the server has MicroProfile Health. */
    static void add(BeforeBeanDiscovery event) {
        if (Feature.isThere(HEALTH)) {
            for (Class<?> check : List.of(OncewardReadiness.class, OncewardLiveness.class)) {
                event.addAnnotatedType(check, check.getName()).add(ApplicationScoped.Literal.INSTANCE);
            }
        }
    }
}
