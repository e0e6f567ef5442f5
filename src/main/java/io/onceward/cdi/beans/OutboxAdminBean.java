// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.OutboxAdmin;
import io.onceward.api.QueueAdmin;
import io.onceward.cdi.start.EngineGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The injected {@link OutboxAdmin}. */
@ApplicationScoped
public class OutboxAdminBean extends QueueAdminBean implements OutboxAdmin {

    @Inject
    private EngineGate engine;

    /** Called by CDI. */
    public OutboxAdminBean() {}

    @Override
    QueueAdmin admin() {
        return engine.now().outboxAdmin();
    }
}
