// SPDX-License-Identifier: Apache-2.0
package io.oncebox.payara.server;

import org.jboss.arquillian.container.spi.event.SetupContainer;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Tells Arquillian's adapter the domain's port, which is not known yet when arquillian.xml is read. */
public final class AdminPort implements LoadableExtension {

    /** The system property in which it is kept. */
    static final String PROPERTY = "payara.admin-port";

    @Override
    public void register(ExtensionBuilder builder) {
        builder.observer(Setter.class);
    }

    /** Instantiated by Arquillian. */
    public static final class Setter {

        // Before Arquillian's own observer, which reads the configuration.
        public void set(@Observes(precedence = 1000) SetupContainer event) {
            event.getContainer()
                    .getContainerConfiguration()
                    .overrideProperty("adminPort", System.getProperty(PROPERTY));
        }
    }
}
