// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A stored message whose row a forgotten session has locked delays the messages of its key, and no others. */
@DialectContract
abstract class LockedMessageContract extends StoredInboxFixture {

    @Test
    void messageWhoseRowIsLockedDelaysOnlyItsKey() throws Exception {
        engine.stop(Duration.ofSeconds(5));
        engine = node(Map.of(), threads, billing, shipping);
        engine.inboxAdmin().pause("billing", "test");
        store("m1", "locked", "locked 1");
        try (Connection forgotten = pool.getConnection()) {
            forgotten.setAutoCommit(false);
            try (Statement statement = forgotten.createStatement()) {
                statement.execute("SELECT * FROM onceward_inbox_message WHERE handler = 'billing' AND state = 'PENDING'"
                        + " AND seq = " + text("SELECT seq FROM onceward_inbox_message WHERE handler = 'billing'")
                        + " FOR UPDATE");
            }
            engine.inboxAdmin().resume("billing", "test");
            store("m2", "locked", "locked 2");
            store("m3", "free", "free");
            Await.until("the free message", () -> billing.handled.contains("free"), engine::poll);
            assertThat(billing.handled).containsExactly("free");
            forgotten.rollback();
        }
        Await.until("all messages", () -> billing.handled.size() == 3, engine::poll);
        assertThat(billing.handled).containsExactly("free", "locked 1", "locked 2");
        Await.until(
                "the last commit",
                () -> number("SELECT COUNT(*) FROM onceward_inbox WHERE handler = 'billing'") == 3,
                engine::poll);
    }
}
