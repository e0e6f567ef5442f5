// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Destination;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds queues of Artemis whose settings lose messages that nobody has received, or give the messages of a key to several consumers
 * at the same time.
 *
 * @param settings what the broker answers about the queue
 */
record ArtemisQueue(Object settings) {

    /** Warns of such a queue. Does nothing if it does not exist yet, or belongs to another broker. */
    static void warn(Session session, Destination destination) {
        if (destination instanceof Queue && !(destination instanceof TemporaryQueue)) {
            String name = ArtemisSession.value(destination, "getAddress")
                    .map(Object::toString)
                    .orElse("");
            ArtemisSession.of(session)
                    .flatMap(opened -> opened.queue(name))
                    .map(ArtemisQueue::new)
                    .filter(queue -> queue.isTrue("isExists"))
                    .ifPresent(queue -> queue.warn(name));
        }
    }

    private void warn(String name) {
        List<String> losses = losses();
        if (!losses.isEmpty()) {
            JmsLog.loses(name, String.join("; ", losses));
        }
        if (isTrue("isGroupRebalance")) { // group-rebalance-pause-dispatch does not wait for transactions
            JmsLog.splitsKeys(name, "group-rebalance=true");
        }
        if (is("getGroupBuckets", 0)) {
            JmsLog.splitsKeys(name, "group-buckets=0");
        }
    }

    private List<String> losses() {
        List<String> losses = new ArrayList<>();
        ArtemisSession.value(settings, "getFilterString")
                .ifPresent(filter -> losses.add("it drops messages that do not match its filter (" + filter + ")"));
        if (is("isEnabled", false)) {
            losses.add("it drops all messages (enabled=false)");
        }
        if (is("isDurable", false)) {
            losses.add("it is not durable, so a restart of the broker deletes its messages");
        }
        if (ArtemisSession.value(settings, "getRingSize").orElse(-1L) instanceof Long ring && ring >= 0) {
            losses.add("it keeps only the last " + ring + " messages (ring-size)");
        }
        if (isTrue("isLastValue")) {
            losses.add("it keeps only the last message of each value (last-value)");
        }
        if (isTrue("isPurgeOnNoConsumers")) {
            losses.add("it drops messages while it has no consumer (purge-on-no-consumers)");
        }
        return losses;
    }

    private boolean isTrue(String getter) {
        return is(getter, true);
    }

    private boolean is(String getter, Object value) {
        return ArtemisSession.value(settings, getter).filter(value::equals).isPresent();
    }
}
