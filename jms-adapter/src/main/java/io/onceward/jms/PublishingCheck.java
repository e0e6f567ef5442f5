// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OncewardException;
import io.onceward.jms.Probe.Stage;
import io.onceward.jms.Probe.Undone;
import io.onceward.spi.OutboxEvent;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Checks a publisher from outside: it publishes probes by a connection factory as it publishes events. A probe of a batch that
 * rolls back must be missing in the queue; a probe of a batch that commits, and one that is published alone, must be in it.
 *
 * @param newConnection has the publisher take a new connection for its next batch
 * @param factory the name of the connection factory
 */
record PublishingCheck(TransactedBatch.Link link, Runnable newConnection, String factory, HostServer server) {

    /** @throws OncewardException if the client replaces the groups of messages, by which the broker keeps the order of their keys */
    static void requireGroups(String name, Object factory) {
        String group = Objects.toString(ReceivingCheck.setting(factory, "getGroupID"), "");
        if (!group.isEmpty() || Boolean.TRUE.equals(ReceivingCheck.setting(factory, "isAutoGroup"))) {
            throw JmsErrors.unsound(name, Finding.GROUPS, "Remove autoGroup and groupID", null);
        }
    }

    /**
     * Checks what probes can't show, because OpenMQ does not override it for a temporary queue.
     *
     * @throws OncewardException if the client of OpenMQ replaces the delivery mode or the expiry of events by one that loses them
     */
    static void requirePersistence(String name, Object factory) {
        if (overrides(factory, "DeliveryMode", Set.of("2", "PERSISTENT"))) {
            throw JmsErrors.unsound(name, Finding.NOT_PERSISTENT, JmsSender.OVERRIDE, null);
        }
        if (overrides(factory, "Expiration", Set.of("0"))) {
            throw JmsErrors.unsound(name, Finding.EXPIRES, JmsSender.OVERRIDE, null);
        }
    }

    private static boolean overrides(Object factory, String what, Set<String> harmless) {
        return "true".equals(ReceivingCheck.property(factory, "imqOverrideJMS" + what))
                && !harmless.contains(ReceivingCheck.property(factory, "imqJMS" + what));
    }

    /**
     * @param destination the queue, as the destination of events
     * @throws OncewardException if the connection factory would lose events, or with {@code OWD-0211} if the queue takes no probes
     * @throws Exception if a probe could not be published or received
     */
    void run(ProbeQueue queue, String destination) throws Exception {
        try {
            Probe rolledBack = new Probe(queue.check(), Stage.ROLLED_BACK, destination);
            publish(queue, List.of(rolledBack, Probe.unsendable(rolledBack)));
        } catch (Undone e) {
            // as intended
        }
        publish(queue, List.of(new Probe(queue.check(), Stage.COMMITTED, destination)));
        boolean committed = queue.receives(Stage.COMMITTED, queue::sendControl);
        requireUndone(queue);
        if (!committed) {
            throw unsound(Finding.IGNORED);
        }
        link.publishAlone(new Probe(queue.check(), Stage.ALONE, destination));
        boolean alone = queue.receives(Stage.ALONE, () -> publishControl(queue, destination));
        requireUndone(queue);
        if (!alone) {
            if (queue.receivesOfLocalTransactions()) {
                throw JmsErrors.noResult(factory, "a probe did not arrive in the queue, and another one did", null);
            }
            throw unsound(Finding.NEVER_COMMITTED);
        }
        queue.warnOfSeveralBrokers();
    }

    /** Publishes batches: a batch is known to arrive, but the session that has published it may be the only one with this broker. */
    private List<Stage> publishControl(ProbeQueue queue, String destination) throws Exception {
        for (int i = 0; i < ControlMessages.NUMBER; i++) {
            newConnection.run();
            link.publish(List.of(new Probe(queue.check(), Stage.CONTROL, destination)));
        }
        return List.of(Stage.CONTROL);
    }

    private void publish(ProbeQueue queue, List<OutboxEvent> events) throws Exception {
        try {
            link.publish(events);
        } catch (JMSException e) {
            queue.requireSendable(); // tells if the broker takes nothing for this queue
            throw e;
        }
    }

    private void requireUndone(ProbeQueue queue) {
        if (queue.hasReceived(Stage.ROLLED_BACK)) {
            throw unsound(Finding.NOT_ENLISTED);
        }
    }

    private RuntimeException unsound(Finding finding) {
        return JmsErrors.unsound(factory, finding, server.advice(finding), null);
    }
}
