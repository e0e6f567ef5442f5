// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.config.OncewardConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A channel of which the server's Reactive Messaging has one end and Onceward the other. */
class ChannelEndsTest {

    private final ChannelEnds ofServer = new ChannelEnds();

    private static OncewardConfig config(Map<String, String> values) {
        return new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
    }

    private void verifySending(Map<String, String> values) {
        ofServer.addIncoming("orders", "shop.Warehouse#pack");
        ofServer.verify(config(values), List.of("invoices", "orders"), List.of());
    }

    private void verifyReceiving(Map<String, String> values) {
        ofServer.addOutgoing("orders", "shop.Orders#place");
        ofServer.verify(config(values), List.of(), List.of("invoices", "orders"));
    }

    @Test
    void eventsThatTheServerWouldHaveToHandleAreRefused() {
        assertThatThrownBy(() -> verifySending(Map.of()))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0308")
                .hasMessageContaining("'orders'")
                .hasMessageContaining("shop.Warehouse#pack");
        assertThatThrownBy(() -> verifySending(Map.of("mp.messaging.outgoing.orders.connector", "onceward")))
                .hasMessageStartingWith("OWD-0308");
    }

    @Test
    void handlersOfMessagesThatTheServerSendsAreRefused() {
        assertThatThrownBy(() -> verifyReceiving(Map.of()))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0308")
                .hasMessageContaining("'orders'")
                .hasMessageContaining("shop.Orders#place");
        assertThatThrownBy(() -> verifyReceiving(Map.of("mp.messaging.incoming.orders.connector", "onceward")))
                .hasMessageStartingWith("OWD-0308");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mp.messaging.outgoing.orders.destination=queue:orders",
                "mp.messaging.outgoing.orders.destinations=queue:orders,kafka:orders",
                "mp.messaging.outgoing.orders.mode=cdc",
                "mp.messaging.incoming.orders.connector=smallrye-kafka"
            })
    void eventsThatGoToABrokerAreAccepted(String property) {
        String[] parts = property.split("=");
        assertThatCode(() -> verifySending(Map.of(parts[0], parts[1]))).doesNotThrowAnyException();
    }

    @Test
    void handlersOfABrokersMessagesAreAccepted() {
        assertThatCode(() -> verifyReceiving(Map.of("mp.messaging.incoming.orders.destination", "queue:orders")))
                .doesNotThrowAnyException();
    }

    @Test
    void channelsWithBothEndsAtOneSideAreAccepted() {
        ofServer.addIncoming("words", "shop.Words#hear");
        ofServer.addOutgoing("words", "shop.Words#say");
        assertThatCode(() -> ofServer.verify(config(Map.of()), List.of("orders"), List.of("orders")))
                .doesNotThrowAnyException();
    }
}
