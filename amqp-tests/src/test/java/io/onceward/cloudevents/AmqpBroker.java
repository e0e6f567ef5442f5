// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import io.onceward.fixture.FreePort;
import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * An Artemis broker on a TCP port for JMS and AMQP. It moves a message to the dead-letter queue after two deliveries.
 */
final class AmqpBroker implements AutoCloseable {

    private final int port = FreePort.find();
    private final EmbeddedActiveMQ running = new EmbeddedActiveMQ();

    AmqpBroker start() throws Exception {
        running.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setMaxDeliveryAttempts(2)
                                .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                                .setDefaultQueueRoutingType(RoutingType.ANYCAST))
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port));
        running.start();
        return this;
    }

    int port() {
        return port;
    }

    ConnectionFactory connectionFactory() {
        return new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port);
    }

    @Override
    public void close() throws Exception {
        running.stop();
    }
}
