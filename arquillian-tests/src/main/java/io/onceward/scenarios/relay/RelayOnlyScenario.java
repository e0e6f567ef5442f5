// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Mailbox;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.shop.Front;
import io.onceward.scenarios.shop.Ledger;
import io.onceward.scenarios.shop.Orders;
import io.onceward.scenarios.shop.Shop;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An application records, and the JAR deployed alone publishes for it; also when the application is gone. */
@OutsideBroker
@OnlyInFull
class RelayOnlyScenario {

    private static final int ORDERS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String[] TABLES = {"onceward.datasource=jdbc/postgresql", "onceward.table-prefix=alone_"};

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.current().start(silent("shop", "relay_only", TABLES));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aWarWithOnlyTheJarPublishesEventsOfOtherApplications() {
        assertThat(server.deployed()).contains("shop");
        Shop.place(server, "shop", "before", ORDERS);
        assertThat(Rows.count("alone_outbox")).as("no relay runs yet").isEqualTo(2 * ORDERS);
        server.undeploy("shop");

        server.deploy(Deployments.configured(Deployments.application("relay"), TABLES));
        awaitPublished("before");

        server.deploy(silent("shop", "relay_only", TABLES));
        Shop.place(server, "shop", "after", ORDERS);
        awaitPublished("after");
    }

    /** Deploys the EJB JAR without a configuration: all keys have their defaults, or values for the whole server. */
    @Test
    void theDeployedJarPublishesEventsOfOtherApplications() {
        assumeTrue(
                ServerUnderTest.current().deploysEjbJars(),
                "this server takes an EJB JAR by a line of its configuration only");
        server.deploy(silent("standard", "relay_standard"));
        Shop.place(server, "standard", "standard", ORDERS);
        assertThat(Mailbox.take("relay_standard", 0)).as("no relay runs yet").isEmpty();

        server.deploy(ShrinkWrap.createFromZipFile(JavaArchive.class, new File(Fixtures.required("onceward.jar"))));

        assertThat(Mailbox.take("relay_standard", 2 * ORDERS))
                .extracting(ConsumedMessage::text)
                .containsExactlyInAnyOrderElementsOf(Shop.orders("standard", ORDERS));
    }

    private static void awaitPublished(String name) {
        Await.until(
                PATIENCE,
                () -> Rows.count("alone_outbox") + " events in the outbox",
                () -> Rows.count("alone_outbox") == 0);
        assertThat(Mailbox.drain("relay_only"))
                .extracting(ConsumedMessage::text)
                .containsExactlyInAnyOrderElementsOf(Shop.orders(name, ORDERS));
    }

    /** An application that records and publishes nothing. */
    private static WebArchive silent(String name, String queue, String... configuration) {
        return Deployments.configured(
                Deployments.application(name, Ledger.class, Orders.class, Front.class),
                Stream.concat(
                                Stream.of(
                                        "onceward.schema=create",
                                        "onceward.relay.enabled=false",
                                        "mp.messaging.outgoing." + Orders.RETURNED + ".destination=queue:" + queue,
                                        "mp.messaging.outgoing." + Orders.RECORDED + ".destination=queue:" + queue),
                                Arrays.stream(configuration))
                        .toArray(String[]::new));
    }
}
