// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.queue.Slots;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** An event that another program records by the statement of docs/sql.md is like one of the application, on every database. */
@DialectContract
abstract class SqlRecordingContract extends OutboxFixture {

    @Test
    void eventOfAnotherProgramKeepsItsPlaceAmongThoseOfTheApplication() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.addAll(record(1, "orders", each -> "key"));
            ids.add(JTA.inTransaction(() -> recordBySql("key", "{\"total\":\"7 €\"}")));
        }
        publisher.setDown(false);
        engine = reopen(QUICK_RETRY);
        pollUntilPublished(ids.size());
        assertThat(publisher.ids()).isEqualTo(ids);
        OutboxEvent event = publisher.published().get(1);
        assertThat(event.key()).isEqualTo("key");
        assertThat(event.type()).isEqualTo("OrderPlaced");
        assertThat(event.contentType()).isEqualTo("application/json");
        assertThat(event.channel()).isEqualTo("orders");
        assertThat(new String(event.payload(), StandardCharsets.UTF_8)).isEqualTo("{\"total\":\"7 €\"}");
        assertThat(event.headers()).isEmpty();
    }

    /** A node that publishes its own events unread reads those of the other program before them. */
    @Test
    void eventOfTheApplicationWaitsForAnEarlierOneOfAnotherProgram() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(JTA.inTransaction(
                    () -> record("orders", "x", OutboxMetadata.none().withKey("key"))));
            ids.add(JTA.inTransaction(() -> recordBySql("key", "x")));
        }
        pollUntilPublished(ids.size());
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    @Test
    void eventThatRollsBackIsGone() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    recordBySql("key", "x");
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void statementComputesTheSlotOfEachKey() throws Exception {
        List<String> keys = new ArrayList<>(List.of("", "a", "order-4711", "ß", "€", "😀", "\uFFFD", "a😀b", " x "));
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            keys.add(random.ints(1 + random.nextInt(60), 1, Character.MAX_CODE_POINT + 1)
                    .filter(code -> code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString());
        }
        keys.add("ü".repeat(255));
        publisher.setDown(true);
        Map<String, String> idOfKey = new HashMap<>();
        for (String key : keys) {
            idOfKey.put(key, JTA.inTransaction(() -> recordBySql(key, "x")));
        }
        idOfKey.forEach((key, id) -> assertThat(slot(id)).as(key).isEqualTo(Slots.of(key, id)));
        String withoutKey = JTA.inTransaction(() -> recordBySql(null, "x"));
        assertThat(slot(withoutKey)).isEqualTo(Slots.of(null, withoutKey));
    }

    private int slot(String id) {
        return number("SELECT slot FROM onceward_outbox WHERE id = '" + id + "'");
    }

    private String recordBySql(String key, String payload) throws IOException, SQLException {
        return PageStatement.insert(pool, "destination", "test:orders", key, payload);
    }
}
