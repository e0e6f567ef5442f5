// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JmsMessageReaderTest {

    /** AMQP clients send byte properties; JMS has none. */
    @Test
    void bytesInPropertiesAreHeadersInBase64() throws JMSException {
        Map<String, Object> properties = Map.of(
                "signature", new byte[] {0x64, (byte) 0xFF, 0}, "nothing", new byte[0], "tenant", "acme", "copies", 2);
        assertThat(new JmsMessageReader().read(message(properties)).headers())
                .isEqualTo(Map.of("signature", "ZP8A", "nothing", "", "tenant", "acme", "copies", "2"));
    }

    private static Message message(Map<String, ?> properties) {
        return (Message) Proxy.newProxyInstance(
                JmsMessageReaderTest.class.getClassLoader(),
                new Class<?>[] {Message.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPropertyNames" -> Collections.enumeration(properties.keySet());
                    case "getStringProperty", "getObjectProperty" -> properties.get((String) arguments[0]);
                    default -> null;
                });
    }
}
