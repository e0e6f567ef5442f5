// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.spi.MessageIdentity.Identity;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JmsMessageIdentityTest {

    private final JmsMessageIdentity identity = new JmsMessageIdentity();

    @Test
    void blankPropertyIsNone() throws JMSException {
        for (String blank : new String[] {"", " "}) {
            Message message = message(Map.of("onceward_id", blank, "_AMQ_DUPL_ID", "d1"));
            assertThat(identity.of(message)).hasValue(new Identity("dupl d1", false));
            assertThat(identity.property(message, "onceward_id")).isEmpty();
        }
    }

    @Test
    void bytesAreAnIdentityOfTheirOwn() throws JMSException {
        Message message = message(Map.of("_AMQ_DUPL_ID", new byte[] {0x64, (byte) 0xFF}));
        assertThat(identity.of(message)).hasValue(new Identity("dupl# 64ff", false));
        assertThat(identity.of(message(Map.of("_AMQ_DUPL_ID", "64ff")))).hasValue(new Identity("dupl 64ff", false));
    }

    @Test
    void traceOfAnEventIsThatOfTheMessageOrOfItsEnvelope() throws JMSException {
        assertThat(identity.context(message(Map.of("cloudEvents_traceparent", "event's")))
                        .headers())
                .isEqualTo(Map.of("traceparent", "event's"));
        assertThat(identity.context(message(Map.of("cloudEvents_traceparent", "event's", "traceparent", "message's")))
                        .headers())
                .isEqualTo(Map.of("traceparent", "message's"));
    }

    /** Qpid JMS refuses to look for a property whose name is no identifier of Java. */
    @Test
    void clientThatRefusesNamesLosesNeitherIdentityNorTrace() throws JMSException {
        Message message = (Message) Proxy.newProxyInstance(
                JmsMessageIdentityTest.class.getClassLoader(),
                new Class<?>[] {Message.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("propertyExists")) {
                        return false;
                    }
                    if (method.getName().endsWith("Property") && ((String) arguments[0]).contains(":")) {
                        throw new IllegalArgumentException("no identifier: " + arguments[0]);
                    }
                    return method.getName().equals("getJMSCorrelationID")
                                    || method.getName().equals("getJMSMessageID")
                            ? "c1"
                            : null;
                });
        assertThat(identity.context(message).correlationId()).isEqualTo("c1");
        assertThat(identity.of(message)).hasValue(new Identity("c1", true));
    }

    @Test
    void attributesOfAmqpAreFound() throws JMSException {
        Message message =
                message(Map.of("cloudEvents:id", "1", "cloudEvents:source", "/s", "cloudEvents:traceparent", "t"));
        assertThat(identity.of(message)).hasValue(new Identity("ce /s 1", false));
        assertThat(identity.context(message).headers()).isEqualTo(Map.of("traceparent", "t"));
    }

    @Test
    void idOfACloudEventWithoutItsSourceIsNoIdentity() throws JMSException {
        assertThat(identity.of(message(Map.of("cloudEvents_id", "1")))).isEmpty();
        assertThat(identity.of(message(Map.of("cloudEvents_id", "1", "_AMQ_DUPL_ID", "d"))))
                .hasValue(new Identity("dupl d", false));
    }

    private static Message message(Map<String, ?> properties) {
        return (Message) Proxy.newProxyInstance(
                JmsMessageIdentityTest.class.getClassLoader(),
                new Class<?>[] {Message.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "propertyExists" -> properties.containsKey((String) arguments[0]);
                    case "getStringProperty", "getObjectProperty" -> properties.get((String) arguments[0]);
                    default -> null;
                });
    }
}
