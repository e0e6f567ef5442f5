// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.InboxAdmin;
import io.onceward.api.OutboxAdmin;
import io.onceward.cdi.deployment.Console;
import io.onceward.cdi.start.EngineGate;
import io.onceward.engine.Engine;
import io.onceward.metrics.Metric;
import io.onceward.queue.store.Cluster;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;

/** What the console asks of the beans of Onceward, which exist on a server only. */
@ApplicationScoped
public class ConsoleBeans implements Console {

    @Inject
    private Instance<OutboxAdmin> outbox;

    @Inject
    private Instance<InboxAdmin> inbox;

    @Inject
    private Instance<EngineGate> engine;

    /** Called by CDI. */
    public ConsoleBeans() {}

    /** Returns the administration of the outbox. */
    public OutboxAdmin outbox() {
        return outbox.get();
    }

    /** Returns the administration of the stored inbox. */
    public InboxAdmin inbox() {
        return inbox.get();
    }

    /** Returns the nodes and lanes of each datasource. */
    public List<Cluster> clusters() {
        return engine.get().now().clusters();
    }

    /** Returns the figures of this node. */
    public Node node() {
        Engine here = engine.get().now();
        return new Node(
                here.outages(),
                here.connections(),
                here.captures(),
                here.metrics().total(Metric.RECORDED),
                here.metrics().total(Metric.SENT),
                here.metrics().total(Metric.PROCESS_DURATION));
    }
}
