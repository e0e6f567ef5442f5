// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A resource that failed at its last use. Immutable.
 *
 * @param resource the resource
 * @param cause the innermost cause of the last failure, or a diagnosis of it
 * @param error the messages of the last failure and of its causes, on one line
 * @param age how long ago it failed first
 * @param queues the queues whose events wait for the resource, sorted
 */
public record Outage(Resource resource, String cause, String error, Duration age, List<String> queues) {

    public Outage {
        queues = List.copyOf(queues);
    }

    /** Creates an outage whose failure has no other messages than its cause. */
    public Outage(Resource resource, String cause, Duration age, List<String> queues) {
        this(resource, cause, cause, age, queues);
    }

    /** Returns the name of the resource. */
    public String name() {
        return resource.name();
    }

    /** Returns this outage with the queues that wait for the resource. */
    public Outage withQueues(Collection<String> waiting) {
        return new Outage(resource, cause, error, age, List.copyOf(new TreeSet<>(waiting)));
    }

    /** Returns the outage of the same resource that another relay has met, with this one: the older one, with the queues of both. */
    public Outage and(Outage other) {
        Outage older = other.age.compareTo(age) > 0 ? other : this;
        return older.withQueues(
                Stream.concat(queues.stream(), other.queues.stream()).toList());
    }
}
