// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.OncewardException;
import io.onceward.api.Pause;
import io.onceward.api.QueueAdmin;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** An {@link QueueAdmin} in JMX. Callers get exceptions of the JDK alone: they may not have Onceward's classes. */
public final class QueueBean implements QueueMXBean {

    private static final String BY = "JMX";
    private static final int PAGE = 100;

    private final QueueAdmin admin;

    public QueueBean(QueueAdmin admin) {
        this.admin = admin;
    }

    @Override
    public List<QueueData> getBacklog() {
        return plainly(() -> admin.backlog().stream().map(QueueData::new).toList());
    }

    @Override
    public List<String> getPaused() {
        return plainly(() -> admin.paused().stream().map(Pause::queue).toList());
    }

    @Override
    public List<EventData> find(String state, String queue, String id, String key, String error) {
        EventFilter filter = filter(queue, id, key, error);
        EventFilter inState = given(state) == null ? filter : filter.withStates(state(state));
        return plainly(() -> admin.find(inState, null, PAGE).events().stream()
                .map(EventData::new)
                .toList());
    }

    private static EventState state(String name) {
        return Arrays.stream(EventState.values())
                .filter(state -> state.name().equals(name.strip().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "State '" + name + "' is unknown. Use one of " + Arrays.toString(EventState.values()) + "."));
    }

    @Override
    public List<FailureData> failures() {
        return plainly(() -> admin.failures(EventFilter.all()).groups().stream()
                .map(FailureData::new)
                .toList());
    }

    @Override
    public int requeueFailures(String datasource, String queue, String cause) {
        EventFilter group = group(datasource, queue, cause);
        return plainly(() -> admin.requeue(group, BY));
    }

    @Override
    public int discardFailures(String datasource, String queue, String cause) {
        EventFilter group = group(datasource, queue, cause);
        return plainly(() -> admin.discard(group, BY));
    }

    /** Without one of them, it would be the filter of other events, too. */
    private static EventFilter group(String datasource, String queue, String cause) {
        if (given(datasource) == null || given(queue) == null || given(cause) == null) {
            throw new IllegalArgumentException("A group needs its datasource, its queue and its cause.");
        }
        return EventFilter.all().withDatasource(datasource).withQueue(queue).withCause(cause);
    }

    @Override
    public int requeue(String queue, String id, String key, String error) {
        return plainly(() -> admin.requeue(filter(queue, id, key, error), BY));
    }

    @Override
    public int discard(String queue, String id, String key, String error) {
        return plainly(() -> admin.discard(filter(queue, id, key, error), BY));
    }

    @Override
    public int purge(String queue, String id, String key) {
        return plainly(() -> admin.purge(filter(queue, id, key, null), BY));
    }

    @Override
    public boolean pause(String queue) {
        return plainly(() -> admin.pause(queue, BY));
    }

    @Override
    public boolean resume(String queue) {
        return plainly(() -> admin.resume(queue, BY));
    }

    private static EventFilter filter(String queue, String id, String key, String error) {
        return EventFilter.all()
                .withQueue(given(queue))
                .withId(given(id))
                .withKey(given(key))
                .withError(given(error));
    }

    private static String given(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static <T> T plainly(Supplier<T> call) {
        try {
            return call.get();
        } catch (OncewardException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }
}
