// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/** A durable Artemis broker behind a TCP port, which can be stopped and started again. */
public final class ArtemisBroker implements AutoCloseable {

    private final Path folder;
    private final int port;
    private Consumer<Configuration> changes = configuration -> {};
    private EmbeddedActiveMQ running;

    public ArtemisBroker(Path folder) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    /** What is to be different from the defaults. */
    public ArtemisBroker configure(Consumer<Configuration> change) {
        changes = changes.andThen(change);
        return this;
    }

    public ArtemisBroker start() throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(true)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setJournalMinFiles(2)
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port);
        changes.accept(configuration);
        running = new EmbeddedActiveMQ().setConfiguration(configuration);
        running.setSecurityManager(everybodyIsAUser());
        running.start();
        return this;
    }

    private static ActiveMQSecurityManager everybodyIsAUser() {
        SecurityConfiguration users = new SecurityConfiguration();
        users.addUser("relay", "relay");
        users.addRole("relay", "users");
        users.setDefaultUser("relay");
        return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
    }

    public void stop() throws Exception {
        running.stop();
    }

    public ActiveMQConnectionFactory connectionFactory() {
        return new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port + "?retryInterval=50");
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
