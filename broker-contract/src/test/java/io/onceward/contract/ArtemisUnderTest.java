// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import java.util.Collections;
import java.util.Enumeration;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Artemis, by Jakarta Messaging. */
class ArtemisUnderTest extends JmsUnderTest {

    private static final String DEAD_LETTERS = "DLQ";

    ArtemisUnderTest(ArtemisProcess process) {
        super(process);
    }

    /** With connections that notice within seconds that the broker does not answer. */
    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder.connectionFactory(
                new ActiveMQConnectionFactory(address() + "?retryInterval=50&callTimeout=3000&producerWindowSize=-1"));
    }

    @Override
    public final void create(String destination) throws Exception {
        SimpleString name = SimpleString.of(queue(destination));
        try (ServerLocator locator = ActiveMQClient.createServerLocator(address());
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = factory.createSession()) {
            session.createAddress(name, RoutingType.ANYCAST, false);
            session.createQueue(QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST));
        }
    }

    @Override
    public void createWithFewDeliveries(String destination) throws Exception {
        create(destination);
        try (ServerLocator locator = ActiveMQClient.createServerLocator(address())) {
            ManagementHelper.doManagement(
                    locator,
                    null,
                    null,
                    request -> ManagementHelper.putOperationInvocation(
                            request,
                            ResourceNames.BROKER,
                            "addAddressSettings",
                            queue(destination),
                            "{\"maxDeliveryAttempts\": 2, \"deadLetterAddress\": \"" + DEAD_LETTERS + "\"}"),
                    done -> {},
                    failure -> {
                        throw new IllegalStateException(String.valueOf(ManagementHelper.getResult(failure)));
                    });
        }
    }

    @Override
    <T> T on(Work<T> work) throws JMSException {
        return onCore(work);
    }

    private <T> T onCore(Work<T> work) throws JMSException {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(address())) {
            return on(factory, work);
        }
    }

    @Override
    public final int setAside(String destination) throws JMSException {
        return onCore(session -> {
            try (QueueBrowser browser = session.createBrowser(
                    session.createQueue(DEAD_LETTERS), "_AMQ_ORIG_ADDRESS = '" + queue(destination) + "'")) {
                return Collections.list((Enumeration<?>) browser.getEnumeration())
                        .size();
            }
        });
    }
}
