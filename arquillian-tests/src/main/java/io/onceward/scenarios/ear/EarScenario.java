// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OneServer;
import io.onceward.scenarios.shop.Billing;
import io.onceward.scenarios.shop.Front;
import io.onceward.scenarios.shop.Ledger;
import io.onceward.scenarios.shop.Orders;
import io.onceward.scenarios.shop.Shop;
import io.onceward.scenarios.support.Await;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One JAR for all WARs of an EAR: an EJB module, configured by a JAR in the EAR's {@code lib} directory. */
@AnyMessaging
@OneServer
class EarScenario {

    private static final String EJB_MODULE = "<module><ejb>onceward.jar</ejb></module>";
    private static final int ORDERS = 20;

    /** The code that the console logs. */
    private static final String OPEN = "OWD-1090";

    /** The code that Onceward logs while a self-check waits for a thread. */
    private static final String PUT_OFF = "OWD-0016";

    /** The code for a database that does not wait for the disk, as that of the tests. */
    private static final String LAZY_COMMITS = "OWD-1172";

    @BeforeAll
    static void onlyWhereThereAreEars() {
        assumeTrue(ServerUnderTest.current().hasEars(), "this server deploys no EARs");
        Shop.createTables("ear_");
    }

    @BeforeEach
    void emptyQueue() {
        Shop.emptyQueue();
    }

    @Test
    void twoWarsOfAnEarShareOneEngineAndOneRelay() {
        EnterpriseArchive ear = ear("shop", EJB_MODULE).addAsModule(new File(onceward()), "onceward.jar");

        try (ServerUnderTest.Run server = ServerUnderTest.current().start(ear)) {
            assertThat(server.deployed()).containsExactly("shop");
            Shop.place(server, "sales", "sales", ORDERS);
            Shop.place(server, "billing", "billing", ORDERS);

            List<String> orders = Stream.of("sales", "billing")
                    .flatMap(war -> Shop.orders(war, ORDERS).stream())
                    .toList();
            Await.until("all effects", () -> Rows.count("ear_effect") >= orders.size());
            Await.until("an empty outbox", () -> Rows.count("ear_outbox") == 0);
            assertThat(Rows.of("SELECT id FROM ear_effect")).containsExactlyInAnyOrderElementsOf(orders);
            verifyConsole(server);
            awaitLog(server, "OWD-1001");
            awaitLog(server, "OWD-1004");
            assertThat(server.log()
                            .lines()
                            .filter(line -> line.contains("OWD-")
                                    && !line.contains(OPEN)
                                    && !line.contains(PUT_OFF)
                                    && !line.contains(LAZY_COMMITS)))
                    .as("one engine, and nothing else to say")
                    .hasSize(2)
                    .anyMatch(line -> line.contains("OWD-1001"))
                    .anyMatch(line -> line.contains("OWD-1004"));
        }
    }

    /** Checks that only one WAR has the console, where no user can log in: the console or the server refuses the request. */
    private static void verifyConsole(ServerUnderTest.Run server) {
        assertThat(Http.get(server.address("sales").resolve("onceward/"))).matches("(?s)40[13] .*");
        assertThat(Http.get(server.address("billing").resolve("onceward/"))).startsWith("404 ");
        awaitLog(server, OPEN);
    }

    /** Waits for a text in the log, which another thread reads. */
    private static void awaitLog(ServerUnderTest.Run server, String text) {
        Await.until(text + " in the log", () -> server.log().contains(text));
    }

    @Test
    void aJarThatIsNoEjbModuleIsRefusedAndSaysWhatToWrite() {
        EnterpriseArchive ear = ear("library", "").addAsLibrary(new File(onceward()), "onceward.jar");

        try (ServerUnderTest.Run server = ServerUnderTest.current().start(ear)) {
            assertThat(server.deployed()).isEmpty();
            assertThat(server.log()).contains("OWD-0018", "META-INF/application.xml", EJB_MODULE);
        }
    }

    /** Each then has its own engine, configuration and tables. */
    @Test
    void warsWithAJarOfTheirOwnAreApart() {
        assumeTrue(ServerUnderTest.current().configuresModulesApart(), "this server has one configuration for an EAR");
        EnterpriseArchive ear = ear(
                "apart",
                "",
                Shop.application("sales", "onceward.schema=create", "onceward.table-prefix=sales_"),
                Shop.application("billing", "onceward.schema=create", "onceward.table-prefix=billing_"));

        try (ServerUnderTest.Run server = ServerUnderTest.current().start(ear)) {
            assertThat(server.deployed()).containsExactly("apart");
            for (String war : List.of("sales", "billing")) {
                Shop.place(server, war, war, ORDERS);
                Await.until("an empty outbox", () -> Rows.count(war + "_outbox") == 0);
                assertThat(Rows.of("SELECT id FROM " + war + "_order"))
                        .containsExactlyInAnyOrderElementsOf(Shop.orders(war, ORDERS));
            }
            Await.until(
                    "all effects, in either",
                    () -> Rows.count("sales_effect") + Rows.count("billing_effect") >= 4 * ORDERS);
            Await.until("either in the log", () -> opened(server) >= 2);
            assertThat(opened(server)).isEqualTo(2);
        }
    }

    private static long opened(ServerUnderTest.Run server) {
        return server.log().lines().filter(line -> line.contains("OWD-1001")).count();
    }

    /** Two WARs that share what lies in the EAR. */
    private static EnterpriseArchive ear(String name, String modules) {
        return ear(
                        name,
                        modules,
                        Deployments.withConsole(war("sales", Sales.class, SalesFront.class)),
                        war("billing", Ledger.class, Orders.class, Front.class, Billing.class))
                .addAsLibrary(configuration());
    }

    /** Two WARs, and these modules beside them. */
    private static EnterpriseArchive ear(String name, String modules, WebArchive sales, WebArchive billing) {
        return ShrinkWrap.create(EnterpriseArchive.class, name + ".ear")
                .addAsModule(sales)
                .addAsModule(billing)
                .setApplicationXML(new StringAsset("""
                        <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                          %s
                          <module><web><web-uri>sales.war</web-uri><context-root>sales</context-root></web></module>
                          <module><web><web-uri>billing.war</web-uri><context-root>billing</context-root></web></module>
                        </application>
                        """.formatted(modules)));
    }

    /** Builds a WAR. Its manifest makes the EJB module visible on every server. */
    private static WebArchive war(String name, Class<?>... classes) {
        WebArchive war = Deployments.withoutOnceward(name, classes);
        war.setManifest(new StringAsset("Manifest-Version: 1.0\nClass-Path: onceward.jar\n"));
        return war;
    }

    /** In the library directory, which all modules see: what lies in a WAR is not seen by the EJB module. */
    private static JavaArchive configuration() {
        return ShrinkWrap.create(JavaArchive.class, "configuration.jar")
                .addAsResource(new StringAsset("""
                                onceward.datasource=jdbc/postgresql
                                onceward.schema=create
                                onceward.table-prefix=ear_
                                onceward.console.enabled=true
                                onceward.console.role=operators
                                """ + Shop.TO_THE_QUEUE), "META-INF/microprofile-config.properties");
    }

    private static String onceward() {
        return Fixtures.required("onceward.jar");
    }
}
