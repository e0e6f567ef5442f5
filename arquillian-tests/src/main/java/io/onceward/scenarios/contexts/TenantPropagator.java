// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import io.onceward.api.ContextPropagator;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Takes the tenant of a request to the handlers of its events. */
@ApplicationScoped
public class TenantPropagator implements ContextPropagator {

    static volatile String refused = "nobody";

    @Inject
    Tenant tenant;

    @Override
    public String name() {
        return "tenant";
    }

    @Override
    public Optional<String> capture() {
        return Optional.ofNullable(tenant.name());
    }

    @Override
    public Runnable restore(String value) {
        if (value.equals(refused)) {
            throw new IllegalStateException("closed: " + value);
        }
        tenant.enter(value);
        return () -> tenant.enter(null);
    }
}
