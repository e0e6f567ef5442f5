// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.InboxAdmin;
import io.onceward.api.QueueAdmin;
import io.onceward.cdi.start.EngineGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The injected {@link InboxAdmin}. */
@ApplicationScoped
public class InboxAdminBean extends QueueAdminBean implements InboxAdmin {

    @Inject
    private EngineGate engine;

    /** Called by CDI. */
    public InboxAdminBean() {}

    @Override
    QueueAdmin admin() {
        return engine.now().inboxAdmin();
    }
}
