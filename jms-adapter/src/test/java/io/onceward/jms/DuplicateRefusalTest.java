// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.ChannelSettings;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class DuplicateRefusalTest {

    private static final String FACTORY = "jms/cf";

    private static final ConnectionFactory OTHER = (ConnectionFactory) Proxy.newProxyInstance(
            DuplicateRefusalTest.class.getClassLoader(),
            new Class<?>[] {ConnectionFactory.class},
            (proxy, method, arguments) -> null);

    @AfterEach
    void unbind() {
        JndiNames.unbindAll();
    }

    private static ChannelSettings settings(String duplicateDetection) {
        return JmsChannels.outgoing(Map.of(
                "mp.messaging.outgoing.c.destination",
                "queue:q",
                "mp.messaging.outgoing.c.connection-factory",
                FACTORY,
                "mp.messaging.outgoing.c.duplicate-detection",
                duplicateDetection));
    }

    private static void start(ConnectionFactory factory, String duplicateDetection) {
        ChannelSettings settings = settings(duplicateDetection);
        new GivenFactories(Map.of(FACTORY, factory)).resolved(JmsUri.of(settings), settings);
    }

    private static void startOnServer(ConnectionFactory factory, String duplicateDetection) {
        JndiNames.bind(FACTORY, factory);
        ChannelSettings settings = settings(duplicateDetection);
        new JmsResources().verify(JmsUri.of(settings), settings);
    }

    @Test
    void clientThatDoesNotTellDuplicatesIsRefusedWithDuplicateDetectionOnly() throws Exception {
        assertThatThrownBy(() -> start(OTHER, "true"))
                .hasMessageStartingWith("OWD-1170")
                .hasMessageContaining(FACTORY)
                .hasMessageContaining(OTHER.getClass().getName())
                .hasMessageContaining("mp.messaging.outgoing.c.duplicate-detection");
        assertThatThrownBy(() -> startOnServer(OTHER, "true")).hasMessageStartingWith("OWD-1170");
        assertThatCode(() -> start(OTHER, "false")).doesNotThrowAnyException();
        assertThatCode(() -> startOnServer(OTHER, "false")).doesNotThrowAnyException();
        try (ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory()) {
            assertThatCode(() -> start(artemis, "true")).doesNotThrowAnyException();
            assertThatCode(() -> startOnServer(artemis, "true")).doesNotThrowAnyException();
        }
        try (ActiveMQConnectionFactory extended = new ActiveMQConnectionFactory() {}) {
            assertThatCode(() -> start(extended, "true")).doesNotThrowAnyException();
        }
    }

    @Test
    void circularCausesAreNoDuplicate() {
        Exception one = new Exception();
        Exception other = new Exception(one);
        one.initCause(other);
        assertThat(Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> DuplicateRefusal.isCauseOf(one)))
                .isFalse();
    }
}
