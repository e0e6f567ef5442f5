// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import org.jboss.arquillian.container.spi.Container;
import org.jboss.arquillian.container.spi.ContainerRegistry;
import org.jboss.arquillian.container.spi.event.SetupContainers;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Gives Arquillian's adapter what is known only when the broker and the database have started. */
public final class ArquillianConfiguration implements LoadableExtension {

    @Override
    public void register(ExtensionBuilder builder) {
        builder.observer(Late.class);
    }

    /** Instantiated by Arquillian. */
    public static final class Late {

        // Before Arquillian's own observer of this event, which hands the configuration to the adapter.
        public void configure(@Observes(precedence = 1000) SetupContainers event, ContainerRegistry containers) {
            for (Container<?> container : containers.getContainers()) {
                container
                        .getContainerConfiguration()
                        .property("wlpHome", LibertyServer.home().toString())
                        .property("serverName", OpenLiberty.SHARED.name())
                        .property("javaVmArguments", LibertyServer.JAVA)
                        .property("httpPort", System.getProperty(OpenLiberty.SHARED_PORT));
            }
        }
    }
}
