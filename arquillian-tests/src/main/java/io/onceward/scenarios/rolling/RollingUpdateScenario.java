// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OneServer;
import io.onceward.scenarios.support.Await;
import java.util.concurrent.CompletableFuture;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * An application is updated while it works: two nodes, one of each version, have one set of tables and an event class in two shapes. The earlier
 * node leaves events of the later version to the later node, which converts those of the earlier version. Each key keeps its order.
 */
@AnyMessaging
@OneServer
class RollingUpdateScenario {

    private static final String EARLIER = "rolling-1";
    private static final String LATER = "rolling-2";
    private static final int FEW = 5;
    private static final int MANY = 60;

    private static final String TOO_NEW =
            "SELECT DISTINCT handler FROM rolling_inbox_message WHERE lasterror LIKE '%OWD-1212%'";

    @Test
    void eachNodeHandlesWhatItUnderstandsAndEachKeyKeepsItsOrder() {
        createTables();
        WebArchive later = application(LATER, LaterPrice.class, LaterPrices.class, Cents.class);
        try (ServerUnderTest.Run server =
                ServerUnderTest.current().start(application(EARLIER, EarlierPrice.class, EarlierPrices.class))) {
            ask(server, EARLIER, "set?count=" + FEW);
            awaitNothingLeft();

            server.deploy(later);
            ask(server, LATER, "pause");
            ask(server, LATER, "set?count=" + FEW);
            server.undeploy(LATER); // a version that is withdrawn leaves its events waiting
            ask(server, EARLIER, "resume");
            ask(server, EARLIER, "set?count=" + FEW); // they wait behind
            Await.until(
                    () -> "OWD-1212 for both queues: " + Rows.of(TOO_NEW),
                    () -> Rows.of(TOO_NEW).size() == 2);
            assertThat(Rows.count("rolling_inbox_message WHERE attempts > 0")).isZero();

            server.deploy(later);
            CompletableFuture<Void> meanwhile =
                    CompletableFuture.runAsync(() -> ask(server, LATER, "set?count=" + MANY));
            ask(server, EARLIER, "set?count=" + MANY);
            meanwhile.join();
            server.undeploy(EARLIER);
            ask(server, LATER, "set?count=" + FEW);
            awaitNothingLeft();
        }
        verify("listed");
        verify("shown");
    }

    private static void createTables() {
        Rows.execute("CREATE TABLE rolling_counter (key TEXT PRIMARY KEY, nr BIGINT NOT NULL)");
        Rows.execute("CREATE TABLE rolling_entry (seq BIGSERIAL, what TEXT NOT NULL, version TEXT NOT NULL,"
                + " key TEXT NOT NULL, nr BIGINT NOT NULL, cents BIGINT NOT NULL)");
        Front.KEYS.forEach(key -> Rows.execute("INSERT INTO rolling_counter VALUES ('" + key + "', 0)"));
    }

    private static WebArchive application(String name, Class<?>... version) {
        return Deployments.configured(
                Deployments.application(name, version).addClasses(Front.class, Ledger.class, Prices.class),
                "onceward.application=rolling",
                "onceward.datasource=jdbc/postgresql",
                "onceward.schema=create",
                "onceward.table-prefix=rolling_",
                "mp.messaging.outgoing.rolling.connector=onceward",
                "mp.messaging.incoming.rolling.connector=onceward",
                "mp.messaging.incoming.rolling.retry-delay=PT0.1S",
                "mp.messaging.incoming.rolling-show.connector=onceward",
                "mp.messaging.incoming.rolling-show.retry-delay=PT0.1S");
    }

    private static void ask(ServerUnderTest.Run server, String application, String what) {
        assertThat(Http.whenStarted(() -> Http.get(server.address(application).resolve(what))))
                .isEqualTo("200 done");
    }

    private static void awaitNothingLeft() {
        Await.until(
                () -> "no event: "
                        + Rows.of("SELECT handler || ' ' || state || ' ' || COALESCE(lasterror, '')"
                                + " FROM rolling_inbox_message ORDER BY seq"),
                () -> Rows.count("rolling_inbox_message") == 0);
    }

    private static void verify(String what) {
        String prices = "SELECT key, nr, cents FROM rolling_entry WHERE what = 'price'";
        String effects = "SELECT key, nr, cents FROM rolling_entry WHERE what = '" + what + "'";
        assertThat(Rows.of("SELECT key || ' ' || nr FROM (" + prices + " EXCEPT " + effects + ") AS lost"))
                .as("prices that were not %s", what)
                .isEmpty();
        assertThat(Rows.count("(" + effects + ") AS effect"))
                .as("%s", what)
                .isEqualTo(Rows.count("(" + prices + ") AS price"))
                .isEqualTo(Front.KEYS.size() * (4 * FEW + 2 * MANY));
        assertThat(Rows.of("SELECT key || ' ' || nr FROM (SELECT key, nr, lag(nr) OVER (PARTITION BY key ORDER BY seq)"
                        + " AS before FROM rolling_entry WHERE what = '" + what + "') AS effect WHERE nr < before"))
                .as("%s after a later one of the key", what)
                .isEmpty();
        String handled = "SELECT DISTINCT price.version || ' by ' || effect.version FROM rolling_entry AS effect"
                + " JOIN rolling_entry AS price ON price.what = 'price' AND price.key = effect.key AND price.nr = effect.nr"
                + " WHERE effect.what = '" + what + "'";
        assertThat(Rows.of(handled)).containsExactlyInAnyOrder("1 by 1", "1 by 2", "2 by 2");
    }
}
