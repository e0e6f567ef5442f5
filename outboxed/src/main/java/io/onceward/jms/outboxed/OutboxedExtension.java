// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.outbox.AdapterOutbox;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessManagedBean;

/**
 * Adds the beans with {@link Outboxed}. It names no class of Jakarta Messaging itself, so it loads on a server without it.
 *
 * @hidden
 */
public class OutboxedExtension implements Extension {

    private static final String API = "jakarta.jms.JMSContext";

    private Bean<? extends AdapterOutbox> outbox;

    /** Called by CDI. */
    public OutboxedExtension() {}

    void addQualifier(@Observes BeforeBeanDiscovery event) {
        event.addQualifier(Outboxed.class);
    }

    void remember(@Observes ProcessManagedBean<? extends AdapterOutbox> event) {
        outbox = event.getBean();
    }

    void addBeans(@Observes AfterBeanDiscovery event, BeanManager beans) {
        if (outbox != null && hasMessaging()) {
            OutboxedBeans.add(event, () -> (AdapterOutbox)
                    beans.getReference(outbox, AdapterOutbox.class, beans.createCreationalContext(outbox)));
        }
    }

    private static boolean hasMessaging() {
        try {
            Class.forName(API, false, OutboxedExtension.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
