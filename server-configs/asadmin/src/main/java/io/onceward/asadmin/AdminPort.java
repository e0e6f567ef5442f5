// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import org.jboss.arquillian.container.spi.event.SetupContainer;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Tells Arquillian's adapter the domain's port, which is not known yet when arquillian.xml is read. */
public final class AdminPort implements LoadableExtension {

    private static final String PROPERTY = "onceward.admin-port";

    /** Called by the service loader. */
    public AdminPort() {}

    /** Sets the port, before Arquillian reads its configuration. */
    public static void use(Domain domain) {
        System.setProperty(PROPERTY, Integer.toString(domain.ports().administration()));
    }

    @Override
    public void register(ExtensionBuilder builder) {
        builder.observer(Setter.class);
    }

    /** Sets the property of the container. */
    public static final class Setter {

        /** Called by Arquillian. */
        public Setter() {}

        // Before Arquillian's own observer, which reads the configuration.
        public void set(@Observes(precedence = 1000) SetupContainer event) {
            event.getContainer()
                    .getContainerConfiguration()
                    .overrideProperty("adminPort", System.getProperty(PROPERTY));
        }
    }
}
