// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Backlog;
import io.oncebox.api.EventDetails;
import io.oncebox.api.EventFilter;
import io.oncebox.api.EventPage;
import io.oncebox.api.Pause;
import io.oncebox.api.QueueAdmin;
import java.util.List;
import java.util.Optional;

/** What the beans for both queues have in common: each call goes to the engine, as soon as there is one. */
abstract class QueueAdminBean implements QueueAdmin {

    abstract QueueAdmin queue();

    @Override
    public List<Backlog> backlog() {
        return queue().backlog();
    }

    @Override
    public EventPage find(EventFilter filter, String cursor, int limit) {
        return queue().find(filter, cursor, limit);
    }

    @Override
    public Optional<EventDetails> show(String datasource, long position) {
        return queue().show(datasource, position);
    }

    @Override
    public int requeue(EventFilter filter, String by) {
        return queue().requeue(filter, by);
    }

    @Override
    public int discard(EventFilter filter, String by) {
        return queue().discard(filter, by);
    }

    @Override
    public int purge(EventFilter filter, String by) {
        return queue().purge(filter, by);
    }

    @Override
    public boolean pause(String line, String by) {
        return queue().pause(line, by);
    }

    @Override
    public boolean resume(String line, String by) {
        return queue().resume(line, by);
    }

    @Override
    public List<Pause> paused() {
        return queue().paused();
    }
}
