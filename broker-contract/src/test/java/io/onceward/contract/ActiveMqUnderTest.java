// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQSession;
import org.apache.activemq.RedeliveryPolicy;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.DestinationInfo;

/** ActiveMQ Classic, by Jakarta Messaging. */
class ActiveMqUnderTest extends JmsUnderTest {

    private static final String DEAD_LETTERS = "ActiveMQ.DLQ";
    private static final String INACTIVITY = "wireFormat.maxInactivityDuration=3000";

    /** The client counts the deliveries. */
    private static final Set<ActiveMQQueue> WITH_FEW_DELIVERIES = ConcurrentHashMap.newKeySet();

    private final String broker;

    private ActiveMqUnderTest(ActiveMqProcess process, String broker) {
        super(process);
        this.broker = broker;
    }

    static ActiveMqUnderTest direct(ActiveMqProcess process) {
        return new ActiveMqUnderTest(process, process.address() + "?" + INACTIVITY);
    }

    /** With connections that the client opens again by itself while the broker starts again. */
    static ActiveMqUnderTest failover(ActiveMqProcess process) {
        return new ActiveMqUnderTest(
                process,
                "failover:(" + process.address() + "?" + INACTIVITY
                        + ")?maxReconnectAttempts=12&startupMaxReconnectAttempts=1&timeout=3000");
    }

    /** With a connection factory of its own. */
    static ActiveMqUnderTest by(ActiveMqProcess process, ActiveMQConnectionFactory factory) {
        return new ActiveMqUnderTest(process, process.address()) {
            @Override
            public OncewardBuilder connect(OncewardBuilder builder) {
                return builder.connectionFactory(factory);
            }
        };
    }

    /**
     * With connections that notice within seconds that the broker does not answer, deliver messages again at once, and send to the
     * temporary queue of another connection without having heard of it before.
     */
    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker + "&jms.watchTopicAdvisories=false"
                + "&jms.redeliveryPolicy.initialRedeliveryDelay=0&jms.redeliveryPolicy.redeliveryDelay=0");
        RedeliveryPolicy few = factory.getRedeliveryPolicy().copy();
        few.setMaximumRedeliveries(1);
        WITH_FEW_DELIVERIES.forEach(queue -> factory.getRedeliveryPolicyMap().put(queue, few));
        return builder.connectionFactory(factory);
    }

    @Override
    <T> T on(Work<T> work) throws JMSException {
        return on(new ActiveMQConnectionFactory(address()), work);
    }

    @Override
    public void create(String destination) throws JMSException {
        on(session -> {
            ActiveMQConnection connection = ((ActiveMQSession) session).getConnection();
            connection.syncSendPacket(new DestinationInfo(
                    connection.getConnectionInfo().getConnectionId(),
                    DestinationInfo.ADD_OPERATION_TYPE,
                    new ActiveMQQueue(queue(destination))));
            return null;
        });
    }

    @Override
    public void createWithFewDeliveries(String destination) throws JMSException {
        create(destination);
        WITH_FEW_DELIVERIES.add(new ActiveMQQueue(queue(destination)));
    }

    /** Sends a message, and takes it: the broker forgets a queue that has never had one, when it is killed. */
    @Override
    public void awaitDurable(String destination) throws JMSException {
        send(destination, "first", "first", "first");
        take(destination);
    }

    @Override
    public int setAside(String destination) throws JMSException {
        return on(session -> {
            try (QueueBrowser browser = session.createBrowser(session.createQueue(DEAD_LETTERS))) {
                List<?> all = Collections.list(browser.getEnumeration());
                return (int) all.stream()
                        .map(message -> ((ActiveMQMessage) message).getOriginalDestination())
                        .filter(original -> original.getPhysicalName().equals(queue(destination)))
                        .count();
            }
        });
    }
}
