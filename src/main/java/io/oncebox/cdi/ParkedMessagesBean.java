// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.ParkedEvent;
import io.oncebox.api.ParkedFilter;
import io.oncebox.api.ParkedMessages;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** The injected {@link ParkedMessages}. */
@ApplicationScoped
public class ParkedMessagesBean implements ParkedMessages {

    @Inject
    private OnceboxContainer container;

    /** Called by CDI. */
    public ParkedMessagesBean() {}

    @Override
    public List<ParkedEvent> find(ParkedFilter filter, int limit) {
        return container.engine().parkedMessages().find(filter, limit);
    }

    @Override
    public int requeue(ParkedFilter filter, String by) {
        return container.engine().parkedMessages().requeue(filter, by);
    }

    @Override
    public int discard(ParkedFilter filter, String by) {
        return container.engine().parkedMessages().discard(filter, by);
    }
}
