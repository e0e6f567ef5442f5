// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.ParkedEvent;
import io.oncebox.api.ParkedEvents;
import io.oncebox.api.ParkedFilter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** The injected {@link ParkedEvents}. */
@ApplicationScoped
public class ParkedEventsBean implements ParkedEvents {

    @Inject
    private OnceboxContainer container;

    /** Called by CDI. */
    public ParkedEventsBean() {}

    @Override
    public List<ParkedEvent> find(ParkedFilter filter, int limit) {
        return container.engine().parked().find(filter, limit);
    }

    @Override
    public int requeue(ParkedFilter filter, String by) {
        return container.engine().parked().requeue(filter, by);
    }

    @Override
    public int discard(ParkedFilter filter, String by) {
        return container.engine().parked().discard(filter, by);
    }
}
