// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.InboxAdmin;
import io.oncebox.api.QueueAdmin;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The injected {@link InboxAdmin}. */
@ApplicationScoped
public class InboxAdminBean extends QueueAdminBean implements InboxAdmin {

    @Inject
    private OnceboxContainer container;

    /** Called by CDI. */
    public InboxAdminBean() {}

    @Override
    QueueAdmin admin() {
        return container.engine().inboxAdmin();
    }
}
