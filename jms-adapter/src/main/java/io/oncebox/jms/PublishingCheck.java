// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.api.OnceboxException;
import io.oncebox.jms.Probe.Stage;
import io.oncebox.jms.Probe.Undone;
import io.oncebox.spi.EventPublisher;
import java.util.List;
import java.util.Optional;

/**
 * Checks a publisher from outside: it publishes probes by a connection factory as it publishes events. A probe of a batch that
 * rolls back must be missing in the queue; a probe of a batch that commits, and one that is published alone, must be in it.
 *
 * @param factory the name of the connection factory
 */
record PublishingCheck(EventPublisher publisher, String factory, HostServer server) {

    /**
     * @param destination the queue, as the destination of events
     * @throws OnceboxException if the connection factory would lose events
     * @throws Exception if a probe could not be published or received
     */
    void run(ProbeQueue queue, String destination) throws Exception {
        try {
            probe(queue, destination);
        } catch (OnceboxException e) {
            throw JmsErrors.ofCheck(e);
        }
    }

    private void probe(ProbeQueue queue, String destination) throws Exception {
        Probe rolledBack = new Probe(queue.check(), Stage.ROLLED_BACK, destination);
        try {
            publisher.publish(List.of(rolledBack, Probe.unsendable(rolledBack)));
        } catch (Undone e) {
            // as intended
        }
        publisher.publish(List.of(new Probe(queue.check(), Stage.COMMITTED, destination)));
        // the queue keeps the order: the second probe comes first only if the first one is missing
        Optional<String> first = queue.receive();
        if (first.isEmpty()) {
            throw unsound(Finding.IGNORED);
        }
        if (!first.get().equals(Stage.COMMITTED.type())) {
            throw unsound(Finding.NOT_ENLISTED);
        }
        publisher.publishAlone(new Probe(queue.check(), Stage.ALONE, destination));
        if (queue.receive().isEmpty()) {
            throw unsound(Finding.NEVER_COMMITTED);
        }
    }

    private RuntimeException unsound(Finding finding) {
        return JmsErrors.unsound(factory, finding, server.advice(finding), null);
    }
}
