// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.outbox.AdapterOutbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.util.function.Supplier;

/** The beans with {@link Outboxed}. A bean of a passivating scope may contain them, because each has a client proxy. */
final class OutboxedBeans {

    private OutboxedBeans() {}

    static void add(AfterBeanDiscovery event, Supplier<AdapterOutbox> outbox) {
        event.<JMSContext>addBean()
                .id(OutboxedContext.class.getName())
                .types(Object.class, JMSContext.class)
                .qualifiers(Outboxed.Literal.INSTANCE)
                .scope(ApplicationScoped.class)
                .createWith(context -> new OutboxedContext(new MessageRecorder(outbox.get())));
        event.<ConnectionFactory>addBean()
                .id(OutboxedConnectionFactory.class.getName())
                .types(Object.class, ConnectionFactory.class)
                .qualifiers(Outboxed.Literal.INSTANCE)
                .scope(ApplicationScoped.class)
                .createWith(context -> OutboxedConnectionFactory.of(outbox.get()));
    }
}
