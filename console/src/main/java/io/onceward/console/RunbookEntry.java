// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.util.Locale;

/** An entry of {@code docs/runbook.md} to which a fact leads. A test compares them with the page. */
enum RunbookEntry {
    BROKER_DOWN(
            "Start the broker, or restore the network to it. Onceward tries again within 30 seconds, and nothing is lost."),
    EVENT_REFUSED_BY_THE_BROKER(
            "Repair what the cause names at the broker. Retrying events follow; requeue parked ones."),
    HANDLER_FAILURE(
            "Repair what the cause names: data, another service, or the code. Retrying messages follow; requeue parked ones."),
    UNAVAILABLE_HANDLER(
            "Restore the service that the handler calls. Its messages then follow in order, and these attempts do not count."),
    BLOCKED_KEY("Find the retrying or parked event of the key, and repair its cause. The blocked events follow it."),
    DATABASE_DOWN("Restore the database. Onceward then continues without you."),
    GROWING_BACKLOG(
            "Find out why no node takes the events: none publishes this queue, one hangs, or the load is too high."),
    PAUSED_QUEUE("Ask the operator who paused the queue, then resume it."),
    CAPTURED_EVENTS_REFUSED("Act on the finding, which names the statement to run."),
    CAPTURE_WITHOUT_A_READER(
            "Restart the connector. Don't drop the slot: the events that it has not read would be lost."),
    RELAY_BESIDE_A_CAPTURE("Act on the finding, which says what to correct.");

    private final String remedy;

    RunbookEntry(String remedy) {
        this.remedy = remedy;
    }

    /** Returns the code in answers, which is also the anchor of the entry's heading. */
    String anchor() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what an operator does, in short. */
    String remedy() {
        return remedy;
    }
}
