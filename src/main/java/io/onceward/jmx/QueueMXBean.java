// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import java.util.List;

/**
 * The queues of the outbox or of the stored inbox in JMX. A queue of the outbox is a channel, a queue of the inbox a handler. An
 * empty parameter sets no condition. Onceward logs each change as made by "JMX".
 */
public interface QueueMXBean {

    /** Returns the backlog of each queue. */
    List<QueueData> getBacklog();

    /** Returns the names of the paused queues. */
    List<String> getPaused();

    /**
     * Returns the first hundred events that match.
     *
     * @param state a state such as PARKED
     * @param error a part of the last error
     */
    List<EventData> find(String state, String queue, String id, String key, String error);

    /** Returns the groups of parked and retrying events by queue and common cause. No attribute: each call searches. */
    List<FailureData> failures();

    /** Requeues the parked events of a queue that have a common cause and returns their number. No parameter may be empty. */
    int requeueFailures(String datasource, String queue, String cause);

    /** Deletes the parked events of a queue that have a common cause and returns their number. No parameter may be empty. */
    int discardFailures(String datasource, String queue, String cause);

    /** Requeues parked events and returns their number. */
    int requeue(String queue, String id, String key, String error);

    /** Deletes parked events and returns their number. */
    int discard(String queue, String id, String key, String error);

    /** Deletes the events of a queue that are not parked and returns their number. */
    int purge(String queue, String id, String key);

    /** Pauses a queue on all nodes. Returns false if it was paused before. */
    boolean pause(String queue);

    /** Resumes a queue on all nodes. Returns false if it was not paused. */
    boolean resume(String queue);
}
