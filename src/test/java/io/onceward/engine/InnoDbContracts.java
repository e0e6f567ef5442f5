// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.queue.RecordedEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contracts and, besides, times in sessions of different time zones, for MariaDB and MySQL. */
abstract class InnoDbContracts extends ServerContracts {

    /** Returns URL parameters that set the session's time zone, one of them east of Greenwich. */
    private List<String> zones() {
        return List.of(
                "sessionVariables=time_zone='-11:00'",
                "sessionVariables=time_zone='" + east() + ":00'",
                "connectionTimeZone=Asia/Tokyo&forceConnectionTimeZoneToSession=false");
    }

    /** Returns "+13" as the driver wants it in a URL. */
    abstract String east();

    /** Columns have no time zone; sessions and drivers have one. */
    abstract class InAnyTimeZone {

        private final Jta jta = new Jta();

        @Test
        void timesMeanTheSameInAllSessions() throws Exception {
            String database = emptyDatabase();
            try (AgroalDataSource pool = pool(jta, database, TransactionIsolation.REPEATABLE_READ)) {
                node(pool, Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"));
            }
            for (String here : zones()) {
                for (String there : zones()) {
                    timesMeanTheSame(database + "&" + here, database + "&" + there);
                }
            }
        }

        private void timesMeanTheSame(String here, String there) throws Exception {
            Instant past = Instant.now().minus(2, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MILLIS);
            Instant future = Instant.now().plus(1, ChronoUnit.HOURS);
            try (AgroalDataSource producers = pool(jta, here, TransactionIsolation.REPEATABLE_READ);
                    AgroalDataSource relays = pool(jta, there, TransactionIsolation.REPEATABLE_READ)) {
                Engine producer = node(producers, Map.of("onceward.relay.enabled", "false"))
                        .engine();
                Node relay = node(relays, Map.of());
                jta.inTransaction(() -> {
                    record(producer, past);
                    return record(producer, future);
                });
                relay.engine().poll();
                assertThat(relay.publisher().published())
                        .as(here + " -> " + there)
                        .extracting(event -> ((RecordedEvent) event).deliverAt())
                        .containsExactly(past);
                relay.engine().stop(Duration.ofSeconds(5));
            }
        }

        private String record(Engine engine, Instant deliverAt) {
            return engine.recording("orders").record("x", OutboxMetadata.none().withDeliverAt(deliverAt));
        }

        private Node node(AgroalDataSource pool, Map<String, String> configuration) {
            MemoryPublisher publisher = new MemoryPublisher();
            return new Node(new Nodes(jta, publisher).open(configuration, Runnable::run, pool), publisher);
        }
    }

    private record Node(Engine engine, MemoryPublisher publisher) {}
}
