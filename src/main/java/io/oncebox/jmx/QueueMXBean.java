// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jmx;

import java.util.List;

/**
 * A queue in JMX: the outbox, whose lines are channels, or the stored inbox, whose lines are handlers. Empty texts ask for
 * nothing. What is changed is logged as done by "JMX".
 */
public interface QueueMXBean {

    /** How much waits in each line. */
    List<LineData> getBacklog();

    /** The lines that are paused. */
    List<String> getPaused();

    /**
     * Finds events, the first hundred.
     *
     * @param state a state of the table, such as FAILED
     * @param error a part of the text of the last error
     */
    List<EventData> find(String state, String line, String id, String key, String error);

    /** Has parked events tried again; returns how many. */
    int requeue(String line, String id, String key, String error);

    /** Deletes parked events for good; returns how many. */
    int discard(String line, String id, String key, String error);

    /** Deletes the events of a line that wait and are not parked, for good; returns how many. */
    int purge(String line, String id, String key);

    /** Pauses a line on all nodes; false: it was so already. */
    boolean pause(String line);

    /** Resumes a line on all nodes; false: it was not paused. */
    boolean resume(String line);
}
