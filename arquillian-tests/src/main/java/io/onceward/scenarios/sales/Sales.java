// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.support.Await;
import java.time.Duration;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The sales of applications with one set of tables, as a scenario sees them. No constraint of the tables could hide a duplicate.
 *
 * @param prefix of all tables
 */
public record Sales(String prefix) {

    /** The local channel of the sales. */
    static final String CHANNEL = "sales";

    /** The batch handler of the channel. */
    static final String HANDLER = "sales-pack";

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** Makes empty tables. */
    public void createTables() {
        Rows.execute("CREATE TABLE " + prefix + "counter (key TEXT PRIMARY KEY, nr BIGINT NOT NULL)");
        Rows.execute("CREATE TABLE " + prefix + "sale (key TEXT NOT NULL, nr BIGINT NOT NULL)");
        Rows.execute("CREATE TABLE " + prefix
                + "effect (seq BIGSERIAL, what TEXT NOT NULL, key TEXT NOT NULL, nr BIGINT NOT NULL)");
        Stream.concat(SellerFront.KEYS.stream(), WriterFront.KEYS.stream())
                .forEach(key -> Rows.execute("INSERT INTO " + prefix + "counter VALUES ('" + key + "', 0)"));
    }

    /** A WAR that sells and has the handlers. */
    public WebArchive application(String name, String... configuration) {
        return configured(
                Deployments.application(
                        name, SellerFront.class, Handlers.class, Ledger.class, Seller.class, Sold.class, Trap.class),
                Stream.concat(
                        Stream.of(
                                "mp.messaging.incoming." + CHANNEL + ".connector=onceward",
                                "mp.messaging.incoming." + CHANNEL + ".handler-batch-size=20"),
                        Stream.of(configuration)));
    }

    /** A WAR that sells and leaves it to the other application to handle the sales. */
    public WebArchive writer(String name) {
        return configured(
                Deployments.application(name, WriterFront.class, Ledger.class, Sold.class, Writer.class),
                Stream.of("mp.messaging.outgoing." + CHANNEL + ".destination=local:" + HANDLER));
    }

    private WebArchive configured(WebArchive application, Stream<String> configuration) {
        return Deployments.configured(
                application,
                Stream.concat(
                                Stream.of(
                                        "onceward.datasource=jdbc/postgresql",
                                        "onceward.schema=create",
                                        "onceward.table-prefix=" + prefix,
                                        "mp.messaging.outgoing." + CHANNEL + ".connector=onceward"),
                                configuration)
                        .toArray(String[]::new));
    }

    /** Has an application sell; returns its answer. */
    public static String sell(ServerUnderTest.Run server, String application, int count) {
        return Http.whenStarted(() -> Http.get(server.address(application).resolve("sell?count=" + count)));
    }

    /** Returns the number of sales that have committed. */
    public int sold() {
        return Rows.count(prefix + "sale");
    }

    /** Returns the number of effects. */
    public int effects() {
        return Rows.count(prefix + "effect");
    }

    /** Returns the number of events that wait or are parked. */
    public int waiting() {
        return Rows.count(prefix + "inbox_message");
    }

    /** Waits until nothing is left, and verifies that each sale has its effects once, that no other has one, and that each key has kept its order. */
    public void verify() {
        Await.until(
                PATIENCE,
                () -> "no event that waits: "
                        + Rows.of("SELECT handler || ' ' || state || ' ' || count(*) FROM " + prefix
                                + "inbox_message GROUP BY handler, state"),
                () -> waiting() == 0);
        verify("packed", "");
        verify("billed", " WHERE key LIKE 'k%'");
        verify("charged", " WHERE key LIKE 'k%'");
        assertThat(effects()).isEqualTo(sold() + 2 * Rows.count(prefix + "sale WHERE key LIKE 'k%'"));
    }

    private void verify(String what, String which) {
        String sales = "SELECT key, nr FROM " + prefix + "sale" + which;
        String effects = "SELECT key, nr FROM " + prefix + "effect WHERE what = '" + what + "'";
        assertThat(Rows.of("SELECT key || ' ' || nr FROM (" + sales + " EXCEPT " + effects + ") AS lost"))
                .as("sales that were not %s", what)
                .isEmpty();
        assertThat(Rows.of("SELECT key || ' ' || nr FROM (" + effects + " EXCEPT " + sales + ") AS invented"))
                .as("%s without a sale", what)
                .isEmpty();
        assertThat(Rows.of("SELECT key || ' ' || nr FROM (" + effects
                        + ") AS effect GROUP BY key, nr HAVING count(*) > 1"))
                .as("%s more than once", what)
                .isEmpty();
        assertThat(Rows.of("SELECT key || ' ' || nr FROM (SELECT key, nr, lag(nr) OVER (PARTITION BY key ORDER BY seq)"
                        + " AS before FROM " + prefix + "effect WHERE what = '" + what
                        + "') AS effect WHERE nr < before"))
                .as("%s after a later one of the key", what)
                .isEmpty();
    }
}
