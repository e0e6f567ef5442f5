// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.OutboxAdmin;
import io.oncebox.api.QueueAdmin;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The injected {@link OutboxAdmin}. */
@ApplicationScoped
public class OutboxAdminBean extends QueueAdminBean implements OutboxAdmin {

    @Inject
    private OnceboxContainer container;

    /** Called by CDI. */
    public OutboxAdminBean() {}

    @Override
    QueueAdmin admin() {
        return container.engine().outboxAdmin();
    }
}
