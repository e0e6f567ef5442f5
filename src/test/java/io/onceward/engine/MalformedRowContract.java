// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.queue.Slots;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Rows of other writers that cannot be published are parked, on every database. */
@DialectContract
abstract class MalformedRowContract extends OutboxFixture {

    /**
     * Defects that another writer may leave in a row, each with a part of its error. A database with a check refuses
     * the row.
     */
    private static final Map<String, String> DEFECTS = Map.ofEntries(
            Map.entry("state = 'pending'", "its state 'pending' does not exist"),
            Map.entry("state = ''", "its state '' does not exist"),
            Map.entry("state = 'NEW'", "its state 'NEW' does not exist"),
            Map.entry("state = 'ZOMBIE'", "its state 'ZOMBIE' does not exist"),
            Map.entry("state = 'DELAYED', availableat = NULL", "availableat is null"),
            Map.entry("state = 'RETRYING', availableat = NULL", "availableat is null"),
            Map.entry("slot = -1", "its slot -1 is out of range"),
            Map.entry("slot = -2147483648", "its slot -2147483648 is out of range"),
            Map.entry("slot = 32768", "its slot 32768 is out of range"),
            Map.entry("slot = 2147483647", "its slot 2147483647 is out of range"),
            Map.entry("headers = ''", "headers"),
            Map.entry("headers = '[1]'", "headers"),
            Map.entry("headers = REPEAT('[', 5000)", "headers"),
            Map.entry("headers = REPEAT('{\"a\":', 100000)", "headers"),
            Map.entry("destination = 'test:%zz'", "%zz"),
            Map.entry("destination = 'orders', attempts = 2147483647", "OWD-0011"),
            Map.entry("destination = '', attempts = -1000000000", "OWD-0011"));

    @Test
    void malformedRowIsParked() throws Exception {
        List<String> ids = record(3, "orders", i -> "same");
        sql("UPDATE onceward_outbox SET headers = '{broken' WHERE id = '" + ids.get(1) + "'");
        publisher.setDown(false);
        engine = reopen(Map.of("onceward.relay.on-failure", "skip"));
        pollUntilPublished(2);
        assertThat(publisher.ids()).containsExactly(ids.get(0), ids.get(2));
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().withId(ids.get(1)).parked(), null, 1)
                        .events())
                .singleElement()
                .extracting(EventSummary::error, as(InstanceOfAssertFactories.STRING))
                .contains("OWD-0055", "headers");
    }

    @Test
    void rowWithANegativePositionIsPublishedFirst() throws Exception {
        List<String> ids = record(2, "orders", i -> "same");
        sql("UPDATE onceward_outbox SET seq = -5 WHERE id = '" + ids.get(1) + "'");
        publisher.setDown(false);
        engine = reopen(Map.of());
        pollUntilPublished(2);
        assertThat(publisher.ids()).containsExactly(ids.get(1), ids.get(0));
    }

    @Test
    void keyOfAMalformedRowWaits() throws Exception {
        List<String> ids = record(3, "orders", i -> "same");
        sql("UPDATE onceward_outbox SET headers = '{broken' WHERE id = '" + ids.get(1) + "'");
        publisher.setDown(false);
        engine = reopen(Map.of());
        pollUntilPublished(1);
        engine.poll();
        assertThat(publisher.ids()).containsExactly(ids.get(0));
        sql("UPDATE onceward_outbox SET headers = '{}' WHERE id = '" + ids.get(1) + "'");
        engine.outboxAdmin().requeue(EventFilter.all(), "me");
        pollUntilPublished(3);
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    @Test
    void eachKindOfMalformedRowIsParkedWithItsCauseAndHoldsUpNoOther() throws Exception {
        Map<String, String> causes = new HashMap<>();
        for (Map.Entry<String, String> defect : DEFECTS.entrySet()) {
            String id = record(2, "orders", i -> defect.getKey()).get(0);
            if (isAccepted(defect.getKey(), id)) {
                causes.put(id, defect.getValue());
            }
        }
        publisher.setDown(false);
        engine = reopen(parkingSoon("skip"));
        pollUntilPublished(2 * DEFECTS.size() - causes.size());
        Map<String, String> errors = new HashMap<>();
        pollUntil(() -> {
            engine.outboxAdmin()
                    .find(EventFilter.all().parked(), null, 100)
                    .events()
                    .forEach(event -> errors.put(event.id(), event.error()));
            return errors.size() == causes.size();
        });
        assertThat(errors).containsOnlyKeys(causes.keySet());
        causes.forEach((id, cause) -> assertThat(errors.get(id)).contains(cause));
    }

    @Test
    void parkedMalformedRowHoldsItsKeyAndIsPublishedWhenRequeued() throws Exception {
        List<String> ids = new ArrayList<>();
        for (String defect :
                List.of("state = 'new'", "slot = -77", "slot = 99999", "state = 'RETRYING', availableat = NULL")) {
            List<String> ofKey = record(3, "orders", i -> defect);
            if (isAccepted(defect, ofKey.get(0))) {
                ids.addAll(ofKey);
            } else {
                sql("DELETE FROM onceward_outbox WHERE aggregateid = '" + defect.replace("'", "''") + "'");
            }
        }
        int keys = ids.size() / 3;
        publisher.setDown(false);
        engine = reopen(parkingSoon("block-key"));
        pollUntil(() -> engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 100)
                        .events()
                        .size()
                == keys);
        engine.poll();
        assertThat(publisher.published()).isEmpty();

        assertThat(engine.outboxAdmin().requeue(EventFilter.all(), "me")).isEqualTo(keys);
        pollUntilPublished(3 * keys);
        for (int key = 0; key < keys; key++) {
            List<String> ofKey = ids.subList(3 * key, 3 * key + 3);
            assertThat(publisher.ids().stream().filter(ofKey::contains)).containsExactlyElementsOf(ofKey);
        }
    }

    /** The row's slot is in another lane than that of its key, and another relay holds the lane of the key. */
    @Test
    void rowWithTheWrongSlotIsParkedWhenTheLaneOfItsKeyIsFree() throws Exception {
        List<String> ids = record(2, "orders", i -> "one");
        int lane = Slots.of("one", null) % 64;
        assumeTrue(isAccepted("slot = " + -((lane + 1) % 64 + 64), ids.get(0)), "the database has a check");
        publisher.setDown(false);
        engine = reopen(Map.of());
        JTA.inTransaction(() -> {
            sql("SELECT lane FROM onceward_lane WHERE lane = " + lane + " FOR UPDATE");
            assertThat(threads.submit(engine::poll)).succeedsWithin(Duration.ofSeconds(30));
            return null;
        });
        assertThat(text("SELECT state FROM onceward_outbox WHERE id = '" + ids.get(0) + "'"))
                .isEqualTo("PENDING");
        pollUntil(() -> !engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 1)
                .events()
                .isEmpty());
        engine.poll();
        assertThat(publisher.published()).isEmpty();
    }

    @Test
    @OwnDatabase
    void rowWithoutAPayloadIsRefusedByTheTableOrParked() throws Exception {
        List<String> ids = record(2, "orders", i -> null);
        String remove = "UPDATE onceward_outbox SET payload = NULL WHERE id = '" + ids.get(0) + "'";
        assertThatThrownBy(() -> sql(remove)).hasRootCauseInstanceOf(SQLException.class);
        sql("ALTER TABLE onceward_outbox "
                + (dialect().ddl().matches(".*/(mysql|mariadb)\\.sql")
                        ? "MODIFY payload LONGBLOB NULL"
                        : "ALTER COLUMN payload DROP NOT NULL"));
        sql(remove);
        publisher.setDown(false);
        engine = reopen(Map.of());
        pollUntilPublished(1);
        assertThat(publisher.ids()).containsExactly(ids.get(1));
        pollUntil(() -> text("SELECT state FROM onceward_outbox").equals("PARKED"));
        assertThat(text("SELECT lasterror FROM onceward_outbox")).contains("OWD-0055", "a required column is null");
    }

    /** MySQL and MariaDB accept such a date in a lenient session. */
    @Test
    void rowWithAZeroDateHoldsUpNoOther() throws Exception {
        assumeTrue(dialect().ddl().matches(".*/(mysql|mariadb)\\.sql"), "the database has no such times");
        List<String> ids = record(2, "orders", i -> null);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            statement.execute("UPDATE onceward_outbox SET availableat = '0000-00-00' WHERE id = '" + ids.get(0) + "'");
            statement.execute("SET SESSION sql_mode = DEFAULT");
        }
        publisher.setDown(false);
        engine = reopen(Map.of());
        pollUntil(() -> publisher.ids().size()
                        + engine.outboxAdmin()
                                .find(EventFilter.all().parked(), null, 10)
                                .events()
                                .size()
                == 2);
        assertThat(publisher.ids()).contains(ids.get(1));
    }

    /** Changes a row and returns {@code true}, or {@code false} if a check of the database refuses the change. */
    private boolean isAccepted(String assignment, String id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE onceward_outbox SET " + assignment + " WHERE id = '" + id + "'")
                    == 1;
        } catch (SQLException e) {
            assertThat(assignment).as(e.getMessage()).matches("(state|slot) = [^,]+");
            assertThat(e.getMessage()).matches("(?is).*(check|constraint).*");
            return false;
        }
    }
}
