// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import fish.payara.arquillian.container.payara.managed.PayaraMicroDeployableContainer;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.ServerUnderTest;
import java.net.URI;
import org.jboss.arquillian.container.spi.ConfigurationException;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.protocol.servlet5.ServletMethodExecutor;
import org.jboss.shrinkwrap.api.Archive;

/** Has Arquillian deploy to one server, as it does elsewhere; Payara's adapter starts a Payara Micro for each deployment. */
public final class OneServer implements LoadableExtension {

    @Override
    public void register(ExtensionBuilder builder) {
        builder.override(DeployableContainer.class, PayaraMicroDeployableContainer.class, Container.class);
    }

    /** Nothing can be configured. */
    public static final class Configuration implements ContainerConfiguration {

        @Override
        public void validate() throws ConfigurationException {
            // there is nothing that could be wrong
        }
    }

    /** Instantiated by Arquillian. */
    public static final class Container implements DeployableContainer<Configuration> {

        private ServerUnderTest.Run server;

        @Override
        public Class<Configuration> getConfigurationClass() {
            return Configuration.class;
        }

        @Override
        public ProtocolDescription getDefaultProtocol() {
            return new ProtocolDescription("Servlet 5.0");
        }

        @Override
        public void start() {
            Fixtures fixtures = Fixtures.current();
            server = ServerUnderTest.current().launch(fixtures.artemisPort(), fixtures.postgresPort());
        }

        @Override
        public void stop() {
            server.close();
        }

        @Override
        public ProtocolMetaData deploy(Archive<?> application) throws DeploymentException {
            try {
                server.deploy(application);
            } catch (IllegalStateException e) {
                throw new DeploymentException(application.getName() + " was refused:\n" + server.log(), e);
            }
            URI address = server.address(name(application));
            return new ProtocolMetaData()
                    .addContext(new HTTPContext(address.getHost(), address.getPort())
                            .add(new Servlet(ServletMethodExecutor.ARQUILLIAN_SERVLET_NAME, address.getPath())));
        }

        @Override
        public void undeploy(Archive<?> application) {
            server.undeploy(name(application));
        }

        private static String name(Archive<?> application) {
            return application.getName().replaceFirst("\\.war$", "");
        }
    }
}
