// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.metrics.Metric;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import net.ttddyy.dsproxy.ExecutionInfo;
import org.junit.jupiter.api.Test;

/** Events that a tool captures from the log leave nothing in the tables, on every database. */
@DialectContract
abstract class CaptureContract extends OutboxFixture {

    static final Map<String, String> UNCHECKED = Map.of("onceward.outbox.mode", "cdc", "onceward.cdc.check", "false");

    // ---- recording

    @Test
    void eventIsInsertedAndDeletedInItsTransactionWithoutAnyRelay() throws Exception {
        engine = reopen(UNCHECKED);
        sql("DELETE FROM onceward_lane");
        JTA.inTransaction(() -> {
            record("orders", "hello", OutboxMetadata.none().withKey("k").withHeader("tenant", "acme"));
            executions.clear();
            statements.clear();
            return null;
        });
        assertThat(executions)
                .as("calls of the database in the completing transaction")
                .hasSize(dialect().product().equals("PostgreSQL") ? 1 : 2)
                .allMatch(ExecutionInfo::isSuccess);
        assertThat(String.join("; ", statements)).containsPattern("INSERT INTO onceward_outbox[\\s\\S]+DELETE");
        engine.poll();
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("onceward_lane")).isZero();
        assertThat(rows("onceward_node")).isZero();
        assertThat(publisher.published()).isEmpty();
        assertThat(engine.metrics().total(Metric.RECORDED)).isEqualTo(1);
        assertThat(engine.relay()).isEqualTo("captured");
        assertThat(engine.connections()).isEmpty();
    }

    @Test
    void manyEventsOfSeveralChannelsAreDeleted() throws Exception {
        engine = reopen(UNCHECKED);
        JTA.inTransaction(() -> {
            for (int i = 0; i < 123; i++) {
                record("channel-" + i % 3, "event " + i, OutboxMetadata.none().withKey("k"));
            }
            record("orders", new byte[200_000], OutboxMetadata.none());
            executions.clear();
            return null;
        });
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(engine.metrics().total(Metric.RECORDED)).isEqualTo(124);
        if (dialect().product().equals("PostgreSQL")) {
            assertThat(executions).hasSize(4);
        }
    }

    /** A row that was not deleted would be captured, and published by a relay, too. */
    @Test
    void businessDataRollBackWithTheEvent() {
        engine = reopen(UNCHECKED);
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "x", OutboxMetadata.none());
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(rows("business")).isZero();
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void delayedEventIsRefusedAtTheCall() {
        engine = reopen(UNCHECKED);
        OutboxMetadata later = OutboxMetadata.none().withDeliverAt(Instant.now().plusSeconds(60));
        assertThatThrownBy(() -> JTA.inTransaction(() -> record("orders", "x", later)))
                .hasMessageStartingWith("OWD-0372")
                .hasMessageContaining("'orders'");
    }

    /** The destination of a message that is sent by Jakarta Messaging would be lost. */
    @Test
    void messageForADestinationIsRefusedAtTheCall() {
        engine = reopen(UNCHECKED);
        assertThatThrownBy(() -> JTA.inTransaction(() -> engine.adapterOutbox().record("orders", target -> {
                    throw new AssertionError("not reached");
                })))
                .hasMessageStartingWith("OWD-0380")
                .hasMessageContaining("'orders'");
    }

    @Test
    void limitOfPendingEventsDoesNotApply() throws Exception {
        engine = reopen(with(Map.of("onceward.outbox.max-pending", "1")));
        for (int i = 0; i < 5; i++) {
            JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        }
        assertThat(engine.metrics().total(Metric.RECORDED)).isEqualTo(5);
    }

    /** Events that a relay has published before the switch. */
    @Test
    void archivedEventsAreDeletedAfterTheirRetention() throws Exception {
        engine = reopen(Map.of("onceward.outbox.retention", "PT1H"));
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        pollUntilPublished(1);
        assertThat(rows("onceward_outbox_sent")).isEqualTo(1);
        sql("UPDATE onceward_outbox_sent SET sentat = '2020-01-01 00:00:00'");
        engine = reopen(with(Map.of("onceward.outbox.retention", "PT1H")));
        engine.poll();
        assertThat(rows("onceward_outbox_sent")).isZero();
    }

    // ---- administration

    @Test
    void capturedChannelHasNoBacklogAndCanNotBePaused() {
        engine = reopen(UNCHECKED);
        assertThat(engine.outboxAdmin().backlog()).extracting("queue").doesNotContain("orders");
        assertThatThrownBy(() -> engine.outboxAdmin().pause("orders", "me"))
                .hasMessageStartingWith("OWD-0377")
                .hasMessageContaining("'orders'");
        assertThat(rows("onceward_pause")).isZero();
        assertThat(engine.captures()).singleElement().satisfies(capture -> {
            assertThat(capture.channels()).containsExactly("orders");
            assertThat(capture.text()).isEqualTo("not checked, because onceward.cdc.check is false");
        });
    }

    // ---- the start

    @Test
    void channelWithAnotherModeInTheSameDatasourceIsRefused() {
        assertThatThrownBy(() -> reopen(with(Map.of("mp.messaging.outgoing.orders.mode", "relay"))))
                .hasMessageStartingWith("OWD-0370")
                .hasMessageContaining("'orders' has the mode relay");
        assertThatThrownBy(() ->
                        reopen(Map.of("mp.messaging.outgoing.letters.mode", "cdc", "onceward.cdc.check", "false")))
                .hasMessageStartingWith("OWD-0370")
                .hasMessageContaining("'orders' has the mode relay");
    }

    @Test
    void channelMayBeCapturedInADatasourceOfItsOwn() throws Exception {
        engine = reopen(
                nodes().declaring("orders", "letters"),
                Map.of(
                        "mp.messaging.outgoing.letters.mode", "cdc",
                        "mp.messaging.outgoing.letters.datasource", "jdbc/letters",
                        "onceward.cdc.check", "false"),
                Runnable::run,
                pool);
        assertThat(engine.captures()).singleElement().satisfies(capture -> {
            assertThat(capture.datasource()).isEqualTo("jdbc/letters");
            assertThat(capture.channels()).containsExactly("letters");
        });
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        pollUntilPublished(1);
    }

    @Test
    void severalDestinationsAndBinaryCloudEventsAreRefused() {
        assertThatThrownBy(() ->
                        reopen(with(Map.of("mp.messaging.outgoing.orders.destinations", "a=test:x,b=test:elsewhere"))))
                .hasMessageStartingWith("OWD-0378");
        assertThatThrownBy(() -> reopen(
                        with(Map.of("onceward.envelope", "cloudevents", "onceward.cloudevents.source", "/shop"))))
                .hasMessageStartingWith("OWD-0379");
    }

    /** The tool would publish the bytes of the row. */
    @Test
    void encodedPayloadsAreRefused() {
        assertThatThrownBy(() -> reopen(with(Map.of("onceward.codecs", "gzip"))))
                .hasMessageStartingWith("OWD-1226")
                .hasMessageContaining("as onceward.codecs says. Set mp.messaging.outgoing.orders.codecs=none");
        reopen(with(Map.of("onceward.codecs", "gzip", "mp.messaging.outgoing.orders.codecs", "none")));
    }

    @Test
    void eventsThatARelayHasNotPublishedRefuseTheStart() throws Exception {
        record(3, "orders", i -> "k");
        assertThatThrownBy(() -> reopen(UNCHECKED))
                .hasMessageStartingWith("OWD-0374")
                .hasMessageContaining("has 3 events");
    }

    @Test
    void nodeThatRelaysRefusesTheStart() throws Exception {
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        pollUntilPublished(1);
        assertThatThrownBy(() -> engine(UNCHECKED))
                .hasMessageStartingWith("OWD-0375")
                .hasMessageContaining("channels orders");
        engine = reopen(UNCHECKED);
    }

    static Map<String, String> with(Map<String, String> further) {
        Map<String, String> configuration = new HashMap<>(UNCHECKED);
        configuration.putAll(further);
        return configuration;
    }
}
