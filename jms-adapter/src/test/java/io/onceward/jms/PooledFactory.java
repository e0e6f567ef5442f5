// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.fixture.ArtemisBroker;
import jakarta.jms.ConnectionFactory;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.ra.ActiveMQRAManagedConnectionFactory;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;

/**
 * A connection factory of Artemis' resource adapter with a pool, as a server has one. A closed connection goes back to the pool
 * as it is, after the adapter's own cleanup. No connection takes part in a JTA transaction.
 */
final class PooledFactory implements ConnectionManager, ConnectionEventListener {

    private static final long serialVersionUID = 1L;

    private final transient Set<ManagedConnection> idle = new LinkedHashSet<>();
    private final transient Set<ManagedConnection> all = new LinkedHashSet<>();

    /** @param settings changes the settings, such as {@code InJtaTransaction} */
    ConnectionFactory create(ArtemisBroker broker, Consumer<ActiveMQRAManagedConnectionFactory> settings)
            throws ResourceException {
        ActiveMQRAManagedConnectionFactory factory = new ActiveMQRAManagedConnectionFactory();
        factory.setResourceAdapter(new ActiveMQResourceAdapter());
        factory.setConnectorClassName(NettyConnectorFactory.class.getName());
        factory.setConnectionParameters("host=127.0.0.1;port=" + broker.port());
        settings.accept(factory);
        return (ConnectionFactory) factory.createConnectionFactory(this);
    }

    @Override
    public synchronized Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
            throws ResourceException {
        ManagedConnection connection = factory.matchManagedConnections(idle, null, info);
        if (connection == null) {
            connection = factory.createManagedConnection(null, info);
            connection.addConnectionEventListener(this);
            all.add(connection);
        }
        idle.remove(connection);
        return connection.getConnection(null, info);
    }

    @Override
    public synchronized void connectionClosed(ConnectionEvent event) {
        ManagedConnection connection = (ManagedConnection) event.getSource();
        try {
            connection.cleanup();
        } catch (ResourceException e) {
            throw new IllegalStateException(e);
        }
        idle.add(connection);
    }

    /** Returns the number of connections that were opened. */
    synchronized int opened() {
        return all.size();
    }

    synchronized void close() throws ResourceException {
        for (ManagedConnection connection : all) {
            connection.destroy();
        }
    }

    @Override
    public void localTransactionStarted(ConnectionEvent event) {
        // of no interest
    }

    @Override
    public void localTransactionCommitted(ConnectionEvent event) {
        // of no interest
    }

    @Override
    public void localTransactionRolledback(ConnectionEvent event) {
        // of no interest
    }

    @Override
    public void connectionErrorOccurred(ConnectionEvent event) {
        throw new IllegalStateException(event.getException());
    }
}
