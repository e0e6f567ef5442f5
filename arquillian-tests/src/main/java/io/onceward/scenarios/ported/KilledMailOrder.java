// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ported;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.support.Await;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * What the two scenarios have in common: a server is killed under load, with one order whose transaction has committed in the database
 * and nowhere else, and with one invoice that has committed before its message was acknowledged.
 */
final class KilledMailOrder {

    /** The customer whose order commits, and is not sent any more. */
    static final String UNSENT = "unsent";

    /** The customer whose invoice commits, and whose message is not acknowledged any more. */
    static final String UNACKNOWLEDGED = "unacknowledged";

    static final int BULK_ORDERS = 200;
    private static final int INVOICES_BEFORE_THE_KILL = 40;
    private static final int LATER_ORDERS = 10;

    static final List<String> EFFECTS = List.of("invoice", "parcel", "movement", "letter");

    /** A server may need minutes to find the transactions that it had prepared. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private KilledMailOrder() {}

    static void dropTables() {
        Stream.concat(EFFECTS.stream(), Stream.of("order", "bulk"))
                .forEach(table -> Rows.execute("DROP TABLE IF EXISTS mailorder_" + table));
    }

    static void killUnderLoad(WebArchive application) throws SQLException, InterruptedException {
        List<Thread> clients;
        try (ServerUnderTest.Run server = start(application)) {
            await("the first order", () -> page(server, application).place("first", false));
            await("its effects", () -> hasEffects("first"));
            CommitGate.install("mailorder_order", UNSENT);
            CommitGate.install("mailorder_invoice", UNACKNOWLEDGED);
            try (CommitGate gate = CommitGate.closed()) {
                receiveBulkOrders();
                assertThat(page(server, application).startBulk()).isEqualTo(OrderPage.ACCEPTED);
                Thread load = client(() -> placeUntilTheKill(page(server, application)));
                await(
                        "invoices under load",
                        () -> Rows.count("mailorder_invoice WHERE customer = 'load'") >= INVOICES_BEFORE_THE_KILL);
                clients = List.of(load, client(() -> page(server, application).place(UNSENT, true)), client(() -> page(
                                server, application)
                        .place(UNACKNOWLEDGED, true)));
                await("an order and an invoice in their commits", () -> gate.held() == 2);
                server.kill();
            }
        }
        for (Thread client : clients) {
            client.join();
        }
        await("the end of all transactions", KilledMailOrder::isDatabaseIdle);
        assertThat(Rows.count("mailorder_order WHERE customer = '" + UNSENT + "'"))
                .isOne();
        assertThat(invoices(UNSENT)).isZero();
        assertThat(invoices(UNACKNOWLEDGED)).isOne();
    }

    static ServerUnderTest.Run start(WebArchive application) {
        Fixtures fixtures = Fixtures.current();
        return ServerUnderTest.current().launch(fixtures.artemisPort(), fixtures.postgresPort(), application);
    }

    static OrderPage page(ServerUnderTest.Run server, WebArchive application) {
        String name = application.getName();
        URI address = server.address(name.substring(0, name.lastIndexOf('.')));
        return new OrderPage(address);
    }

    private static void receiveBulkOrders() {
        Rows.execute("INSERT INTO mailorder_bulk SELECT 'bulk-' || n, 'bulk', 'lamp', 1, false FROM generate_series(1, "
                + BULK_ORDERS + ") n");
    }

    /** Places an order of two speeds, one after the other, until the server is gone. */
    private static void placeUntilTheKill(OrderPage page) {
        while (page.place("load", true) && page.place("load", false)) {
            // goes on
        }
    }

    private static Thread client(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                assertThat(e).as("the server was killed").isNotNull();
            }
        });
        thread.start();
        return thread;
    }

    private static boolean isDatabaseIdle() {
        return Rows.count("pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
                        + " AND state <> 'idle' AND pid <> pg_backend_pid()")
                == 0;
    }

    /** Starts the batch job for the rest of the bulk orders. */
    static void goOn(ServerUnderTest.Run server, WebArchive application) {
        await(
                "a page that starts the batch job",
                () -> page(server, application).startBulk().equals(OrderPage.ACCEPTED));
        await("all bulk orders", () -> Rows.count("mailorder_bulk WHERE NOT placed") == 0);
    }

    /** Places orders one after the other. Their messages come after everything that the broker had delivered before. */
    static void placeLaterOrders(OrderPage page) {
        IntStream.range(0, LATER_ORDERS).mapToObj(i -> "later " + i).forEach(customer -> {
            await("a later order", () -> page.place(customer, false));
            await("the effects of a later order", () -> hasEffects(customer));
        });
    }

    private static boolean hasEffects(String customer) {
        return EFFECTS.stream()
                .allMatch(effect -> Rows.count("mailorder_order o JOIN mailorder_" + effect
                                + " e ON e.orderid = o.id WHERE o.customer = '" + customer + "'")
                        > 0);
    }

    /** Prints the figures for the table of docs/porting.md. */
    static void report(WebArchive application) {
        System.out.println(application.getName() + ": " + Rows.count("mailorder_order") + " orders");
        EFFECTS.forEach(effect -> System.out.println(
                orders(effect, "= 0") + " without " + effect + ", " + orders(effect, "> 1") + " with several"));
    }

    static int invoices(String customer) {
        return Rows.count("mailorder_invoice WHERE customer = '" + customer + "'");
    }

    /** Counts the orders by the number of their effects. */
    static int orders(String effect, String number) {
        return Rows.count("mailorder_order o WHERE (SELECT count(*) FROM mailorder_" + effect
                + " WHERE orderid = o.id) " + number);
    }

    static void await(String what, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> what, condition);
    }
}
