// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.BrokerQueue;
import io.onceward.spi.MessageSource.Sink;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What becomes of the connection when a message can't be received. */
class LocalJmsSourceTest extends FactoryChecks {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Sink STORED = messages -> {};

    private final AtomicInteger connections = new AtomicInteger();

    private ConnectionFactory counting() {
        return ChangedFactory.choosing(() -> {
            connections.incrementAndGet();
            return broker.connectionFactory();
        });
    }

    private static void send() throws Exception {
        new BrokerQueue(broker.connectionFactory(), "orders").send(Session::createTextMessage);
    }

    @Test
    void connectionOfAClientThatThrowsAnUncheckedExceptionIsReplaced() throws Exception {
        send();
        ConnectionFactory failing = ChangedFactory.throwing(
                counting(), "commit", new IllegalStateException("The channel is closed"), new AtomicInteger(1));
        try (LocalJmsSource source = localSource(failing)) {
            assertThatThrownBy(() -> source.receive(origin(), 1, PATIENCE, STORED))
                    .hasMessage("The channel is closed");
            assertThat(source.receive(origin(), 1, PATIENCE, STORED)).isOne();
        }
        assertThat(connections).hasValue(2);
    }

    /** A new connection would cost the messages in the buffer of the client a delivery. */
    @Test
    void connectionIsKeptIfTheDatabaseFails() throws Exception {
        send();
        try (LocalJmsSource source = localSource(counting())) {
            assertThatThrownBy(() -> source.receive(origin(), 1, PATIENCE, messages -> {
                        throw new IllegalStateException("The database is down");
                    }))
                    .hasMessage("The database is down");
            assertThat(source.receive(origin(), 1, PATIENCE, STORED)).isOne();
        }
        assertThat(connections).hasValue(1);
    }
}
