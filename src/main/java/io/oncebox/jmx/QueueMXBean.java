// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jmx;

import java.util.List;

/**
 * A queue in JMX: the outbox, whose queues are channels, or the stored inbox, whose queues are handlers. Empty texts ask for
 * nothing. What is changed is logged as done by "JMX".
 */
public interface QueueMXBean {

    /** How much waits in each queue. */
    List<QueueData> getBacklog();

    /** The queues that are paused. */
    List<String> getPaused();

    /**
     * Finds events, the first hundred.
     *
     * @param state a state of the table, such as PARKED
     * @param error a part of the text of the last error
     */
    List<EventData> find(String state, String queue, String id, String key, String error);

    /** Has parked events tried again; returns how many. */
    int requeue(String queue, String id, String key, String error);

    /** Deletes parked events for good; returns how many. */
    int discard(String queue, String id, String key, String error);

    /** Deletes the events of a queue that wait and are not parked, for good; returns how many. */
    int purge(String queue, String id, String key);

    /** Pauses a queue on all nodes; false: it was so already. */
    boolean pause(String queue);

    /** Resumes a queue on all nodes; false: it was not paused. */
    boolean resume(String queue);
}
