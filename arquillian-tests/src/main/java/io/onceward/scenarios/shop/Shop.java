// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.shop;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Mailbox;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The application as a scenario sees it. */
public final class Shop {

    /** The destinations of its events, as entries of the configuration. */
    public static final String TO_THE_QUEUE = "mp.messaging.outgoing." + Orders.RETURNED
            + ".destination=jms/queue/shop\nmp.messaging.outgoing." + Orders.RECORDED + ".destination=jms/queue/shop\n";

    private Shop() {}

    /** A WAR that places orders on PostgreSQL and bills them. */
    public static WebArchive application(String name, String... configuration) {
        return application(name, List.of(Ledger.class, Orders.class, Front.class, Billing.class), configuration);
    }

    /** A WAR that places orders on PostgreSQL and leaves it to others to bill them. */
    public static WebArchive withoutBilling(String name, String... configuration) {
        return application(name, List.of(Ledger.class, Orders.class, Front.class), configuration);
    }

    private static WebArchive application(String name, List<Class<?>> classes, String... configuration) {
        return Deployments.configured(
                Deployments.application(name, classes.toArray(Class<?>[]::new)),
                Stream.concat(Stream.of("onceward.datasource=jdbc/postgresql", TO_THE_QUEUE), Stream.of(configuration))
                        .toArray(String[]::new));
    }

    /**
     * Makes the tables of the ledger on PostgreSQL, for applications that share them and may start at the same moment:
     * {@code CREATE TABLE IF NOT EXISTS} fails there when two of it meet.
     */
    public static void createTables(String prefix) {
        Rows.execute("CREATE TABLE " + prefix + "order (id VARCHAR(255) NOT NULL)");
        Rows.execute("CREATE TABLE " + prefix + "effect (id VARCHAR(255) NOT NULL)");
    }

    /** Removes messages of an earlier scenario, which would have unexpected effects. */
    public static void emptyQueue() {
        Mailbox.drain("shop");
    }

    /** Has an application on a server place 2 × count orders. */
    public static void place(ServerUnderTest.Run server, String application, String name, int count) {
        String answer = Http.whenStarted(
                () -> Http.get(server.address(application).resolve("place?name=" + name + "&count=" + count)));
        if (!answer.equals("200 placed")) {
            throw new AssertionError(answer);
        }
    }

    /** Returns the orders that {@link #place} places. */
    public static List<String> orders(String name, int count) {
        return IntStream.range(0, count)
                .boxed()
                .flatMap(i -> Stream.of(name + "-returned-" + i, name + "-recorded-" + i))
                .toList();
    }
}
