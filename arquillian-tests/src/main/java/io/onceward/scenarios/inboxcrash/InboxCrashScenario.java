// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.shop.Ledger;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A server is killed while messages are being sent, received, stored and handled: one handler of stored messages stands before
 * its commit, and one delivery between its handler's commit and the acknowledgement. The table of effects has no constraint
 * that could hide a duplicate.
 */
@OnlyInFull
class InboxCrashScenario {

    /** A stored message is being handled. */
    static final String HANDLING = "handling";

    /** The effects of a delivery have committed. */
    static final String DELIVERED = "delivered";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** There may be much of it: orders are placed for as long as it takes until the kill. */
    private static final Duration PATIENCE_FOR_ALL = Duration.ofSeconds(120);

    private static final String LOCKS =
            "pg_locks JOIN pg_class ON relation = oid WHERE starts_with(relname, 'inboxcrash_')";

    private final Path trap = Fixtures.directory().resolve("inbox-crash-trap");

    @BeforeEach
    void createTables() {
        Rows.execute("CREATE TABLE inboxcrash_order (id VARCHAR(255) NOT NULL)");
        Rows.execute("CREATE TABLE inboxcrash_effect (seq BIGSERIAL, id VARCHAR(255) NOT NULL)");
        Rows.execute("CREATE TABLE inboxcrash_stored (seq BIGINT NOT NULL, id TEXT NOT NULL)");
    }

    @Test
    void aKillUnderLoadLosesNothingAndDoublesNothing() throws InterruptedException {
        try (ServerUnderTest.Run server = start(true)) {
            noteWhatIsStored();
            Thread load = new Thread(() -> placeOrders(server));
            load.start();
            await("a handler at work", () -> trapped().contains(HANDLING));
            assertThat(ask(server, "pay?id=1")).isEqualTo("200 ");
            await("a delivery that is not acknowledged", () -> trapped().contains(DELIVERED));
            server.kill();
            load.join();
        }
        assertThat(Rows.count("inboxcrash_effect WHERE id = 'paid 1'"))
                .as("committed before the kill")
                .isOne();
        assertThat(Rows.count("inboxcrash_inbox_message")).as("left to do").isPositive();
        await("no lock of the killed server", () -> Rows.count(LOCKS) == 0);

        try (ServerUnderTest.Run server = start(false)) {
            Await.until(
                    PATIENCE_FOR_ALL,
                    () -> "an end of all work, the payment delivered again",
                    () -> isIdle(server) && Collections.frequency(trapped(), DELIVERED) > 1);
        }
        verifyOrders();
        assertThat(Collections.frequency(trapped(), DELIVERED))
                .as("deliveries of the payment")
                .isGreaterThan(1);
        assertThat(Rows.of("SELECT id FROM inboxcrash_effect WHERE id NOT LIKE 'k%'"))
                .as("effects of the payment and of its event")
                .containsExactlyInAnyOrder("paid 1", "receipt for 1");
    }

    private ServerUnderTest.Run start(boolean withTrap) {
        WebArchive application = Deployments.configured(
                Deployments.application(
                        "inbox-crash",
                        Front.class,
                        Ledger.class,
                        Orders.class,
                        Payments.class,
                        Queues.class,
                        Receipts.class,
                        ConsumedMessage.class,
                        Trap.class,
                        Unacknowledged.class,
                        UnacknowledgedInterceptor.class,
                        Warehouse.class),
                "onceward.datasource=jdbc/postgresql",
                "onceward.schema=create",
                "onceward.table-prefix=inboxcrash_",
                "mp.messaging.outgoing.inbox_crash_orders.destination=jms/queue/inbox_crash_orders",
                "mp.messaging.outgoing.inbox_crash_payments.destination=jms/queue/inbox_crash_payments",
                "mp.messaging.outgoing.inbox_crash_receipts.destination=jms/queue/inbox_crash_receipts",
                "mp.messaging.incoming.inbox_crash_orders.connector=onceward",
                "mp.messaging.incoming.inbox_crash_orders.destination=jms/queue/inbox_crash_orders",
                Trap.FILE + "=" + trap,
                Trap.SET + "=" + withTrap);
        return ServerUnderTest.current().start(application);
    }

    /** Notes the order of the first insertions: a message that arrives again after the kill may be stored behind later ones. */
    private static void noteWhatIsStored() {
        Rows.execute("""
                CREATE FUNCTION inboxcrash_note() RETURNS trigger LANGUAGE plpgsql AS '
                  BEGIN
                    INSERT INTO inboxcrash_stored VALUES (NEW.seq, convert_from(NEW.payload, ''UTF8''));
                    RETURN NULL;
                  END'""");
        Rows.execute("CREATE TRIGGER inboxcrash_note AFTER INSERT ON inboxcrash_inbox_message"
                + " FOR EACH ROW EXECUTE FUNCTION inboxcrash_note()");
    }

    private static void placeOrders(ServerUnderTest.Run server) {
        try {
            ask(server, "place");
        } catch (RuntimeException e) {
            assertThat(e).as("the server was killed").isNotNull();
        }
    }

    private static String ask(ServerUnderTest.Run server, String path) {
        return Http.whenStarted(() -> Http.get(server.address("inbox-crash").resolve(path)));
    }

    private List<String> trapped() {
        try {
            return Files.exists(trap) ? Files.readAllLines(trap) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Payments first: one that is delivered again could have recorded another event. */
    private static boolean isIdle(ServerUnderTest.Run server) {
        return nothingWaits(server, "inbox_crash_payments")
                && nothingWaits(server, "inbox_crash_receipts")
                && nothingWaits(server, "inbox_crash_orders")
                && Rows.count("inboxcrash_inbox_message") == 0;
    }

    /** Neither to be published nor to be received. */
    private static boolean nothingWaits(ServerUnderTest.Run server, String queue) {
        return Rows.count("inboxcrash_outbox") == 0
                && ask(server, "waiting?queue=" + queue).equals("200 0");
    }

    private static void verifyOrders() {
        assertThat(Rows.count("(SELECT id FROM inboxcrash_order EXCEPT SELECT id FROM inboxcrash_effect) AS lost"))
                .as("orders without effect")
                .isZero();
        assertThat(Rows.count("inboxcrash_effect WHERE id LIKE 'k%'"))
                .as("effects of orders")
                .isEqualTo(Rows.count("inboxcrash_order"));
        assertThat(Rows.of("""
                SELECT id FROM (
                  SELECT id, first, LAG(first) OVER (PARTITION BY split_part(id, '-', 1) ORDER BY seq) AS before
                  FROM inboxcrash_effect
                  JOIN (SELECT id, MIN(seq) AS first FROM inboxcrash_stored GROUP BY id) AS stored USING (id)) AS effects
                WHERE first < before"""))
                .as("effects after those of later messages of their key")
                .isEmpty();
    }

    private static void await(String what, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> what, condition);
    }
}
