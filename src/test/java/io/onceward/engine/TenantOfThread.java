// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.ContextPropagator;
import java.util.Optional;

/** A context that a thread has, which may refuse to be captured or restored. */
final class TenantOfThread implements ContextPropagator {

    static final String TENANT_HEADER = HEADER + "tenant";

    private final ThreadLocal<String> current = new ThreadLocal<>();
    volatile boolean refuses;

    @Override
    public String name() {
        return "tenant";
    }

    @Override
    public Optional<String> capture() {
        refuse();
        return Optional.ofNullable(current.get());
    }

    @Override
    public Runnable restore(String value) {
        refuse();
        if (current.get() != null) {
            throw new IllegalStateException("the thread still has " + current.get());
        }
        current.set(value);
        return current::remove;
    }

    private void refuse() {
        if (refuses) {
            throw new IllegalStateException("no tenants today");
        }
    }

    String current() {
        return current.get();
    }

    void enter(String tenant) {
        current.set(tenant);
    }

    void leave() {
        current.remove();
    }
}
