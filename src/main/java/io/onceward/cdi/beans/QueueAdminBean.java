// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventPage;
import io.onceward.api.FailureGroups;
import io.onceward.api.Pause;
import io.onceward.api.QueueAdmin;
import java.util.List;
import java.util.Optional;

/** The base of the injected administration beans: each call goes to the engine. */
abstract class QueueAdminBean implements QueueAdmin {

    abstract QueueAdmin admin();

    @Override
    public List<Backlog> backlog() {
        return admin().backlog();
    }

    @Override
    public EventPage find(EventFilter filter, String cursor, int limit) {
        return admin().find(filter, cursor, limit);
    }

    @Override
    public FailureGroups failures(EventFilter filter) {
        return admin().failures(filter);
    }

    @Override
    public Optional<EventDetails> show(String datasource, long position) {
        return admin().show(datasource, position);
    }

    @Override
    public Optional<byte[]> payload(String datasource, long position) {
        return admin().payload(datasource, position);
    }

    @Override
    public boolean isEditable(String datasource, long position) {
        return admin().isEditable(datasource, position);
    }

    @Override
    public int requeue(EventFilter filter, String by) {
        return admin().requeue(filter, by);
    }

    @Override
    public String requeueEdited(String datasource, long position, byte[] seen, byte[] payload, String by) {
        return admin().requeueEdited(datasource, position, seen, payload, by);
    }

    @Override
    public int discard(EventFilter filter, String by) {
        return admin().discard(filter, by);
    }

    @Override
    public int purge(EventFilter filter, String by) {
        return admin().purge(filter, by);
    }

    @Override
    public boolean pause(String queue, String by) {
        return admin().pause(queue, by);
    }

    @Override
    public boolean resume(String queue, String by) {
        return admin().resume(queue, by);
    }

    @Override
    public List<Pause> paused() {
        return admin().paused();
    }
}
