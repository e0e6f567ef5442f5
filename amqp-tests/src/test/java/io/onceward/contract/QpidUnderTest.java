// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.qpid.jms.JmsConnectionFactory;

/** Artemis by AMQP 1.0, with the client Qpid JMS. Connections notice within seconds that the broker does not answer. */
final class QpidUnderTest extends ArtemisUnderTest {

    private static final String TIMEOUTS =
            "jms.connectTimeout=3000&jms.requestTimeout=3000&jms.sendTimeout=3000&jms.closeTimeout=3000";

    private final ConnectionFactory factory;

    private QpidUnderTest(ArtemisProcess process, String address) {
        super(process);
        factory = new JmsConnectionFactory(address + "&" + TIMEOUTS);
    }

    static QpidUnderTest direct(ArtemisProcess process) {
        return new QpidUnderTest(process, amqp(process));
    }

    /** With connections that the client opens again by itself while the broker starts again. */
    static QpidUnderTest failover(ArtemisProcess process) {
        return new QpidUnderTest(
                process,
                "failover:(" + amqp(process)
                        + ")?failover.maxReconnectAttempts=12&failover.startupMaxReconnectAttempts=1");
    }

    private static String amqp(ArtemisProcess process) {
        return process.address().replace("tcp:", "amqp:") + "?amqp.idleTimeout=3000&amqp.drainTimeout=3000";
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder.connectionFactory(factory);
    }

    @Override
    <T> T on(Work<T> work) throws JMSException {
        return on(factory, work);
    }

    /** By the client of Artemis: once, the broker did not answer Qpid's question whether a queue is empty. */
    @Override
    <T> T watch(Work<T> work) throws JMSException {
        try (ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory(address())) {
            return on(artemis, work);
        }
    }

    void sendObject(String destination, String object) throws JMSException {
        on(session -> {
            try (MessageProducer producer = session.createProducer(session.createQueue(queue(destination)))) {
                producer.send(session.createObjectMessage(object));
            }
            return null;
        });
    }
}
