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
import org.apache.activemq.artemis.core.server.files.FileStoreMonitor;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
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

    /** Has the broker find its disk full: however much is used is more than it may be. It looks by itself, regularly. */
    public void fillDisk() {
        monitor().setMaxUsage(0);
    }

    public void freeDisk() {
        monitor().setMaxUsage(1);
    }

    private FileStoreMonitor monitor() {
        return ((ActiveMQServerImpl) running.getActiveMQServer()).getMonitor();
    }

    public boolean findsDiskFull() {
        return running.getActiveMQServer().getPagingManager().isDiskFull();
    }

    /** How many clients are connected. */
    public int connections() {
        return running.getActiveMQServer().getRemotingService().getConnectionCount();
    }

    public int port() {
        return port;
    }

    public ActiveMQConnectionFactory connectionFactory() {
        return connectionFactory(port, "retryInterval=50");
    }

    /** By another port, such as that of a {@link Wire}, and with other parameters of the client. */
    public ActiveMQConnectionFactory connectionFactory(int throughPort, String parameters) {
        return new ActiveMQConnectionFactory("tcp://127.0.0.1:" + throughPort + "?" + parameters);
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
