// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokercheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.support.Await;
import java.util.Optional;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A connection factory that takes no part in JTA transactions is refused, by the application that publishes with it and by the one
 * that receives with it. A sound one of the same application server passes, before and after them.
 */
@OutsideBroker
@OnlyInFull
class BrokerSelfCheckScenario {

    /** The beginning of the names of the applications' own factories; WildFly refuses two of one name, even in two applications. */
    private static final String FACTORY = "java:app/jms/probed-";

    private static final String FINDING =
            "(it is not enlisted in the transaction|it is in auto-acknowledge mode|it ignores the transaction)";

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        // a refused one last: Payara Micro starts no other application after it
        server = ServerUnderTest.current()
                .start(
                        application("sound", "self_check", true, true, true),
                        application("publishing", "self_check_refused", true, false, false));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            assertThat(server.log()).as("batches at the stop").doesNotContain("OWD-1014");
        }
    }

    @Test
    void factoryThatPublishesOutsideOfTheTransactionIsRefused() {
        assertThat(server.deployed()).contains("sound").doesNotContain("publishing");
        assertRefused(server);
    }

    @Test
    void factoryThatReceivesOutsideOfTheTransactionIsRefused() {
        try (ServerUnderTest.Run run =
                ServerUnderTest.current().start(application("receiving", "self_check_refused", false, true, false))) {
            assertThat(run.deployed()).isEmpty();
            assertRefused(run);
        }
    }

    /** What such a factory does, depends on the server: with Artemis' adapter on Payara, for example, nothing commits its sessions. */
    private static void assertRefused(ServerUnderTest.Run run) {
        assertThat(run.log())
                .containsPattern("OWD-0210: Connection factory '(" + FACTORY
                        + "[a-z]+|jms/[A-Za-z]+)' failed the self-check: " + FINDING)
                .containsPattern("(transaction=xa|--transactionsupport XATransaction|transactionSupport=)");
    }

    @Test
    void soundFactoryIsAcceptedAndExchangesMessagesBesideARefusedOneAndAfterIt() {
        awaitExchange("sound");
        server.deploy(application("later", "self_check_later", true, true, true));
        awaitExchange("later");
        assertThat(server.log()).doesNotContain("OWD-1092").doesNotContain("OWD-1010");
        server.undeploy("later");
    }

    private static void awaitExchange(String application) {
        assertThat(Http.whenStarted(() -> Http.get(server.address(application).resolve("place"))))
                .isEqualTo("200 1");
        Await.until(
                "the order at its receiver",
                () -> Http.get(server.address(application).resolve("handled")).equals("200 1"));
    }

    /**
     * @param publishing whether it publishes with its own connection factory, and not with the server's default
     * @param receiving whether it receives with its own connection factory
     */
    private static WebArchive application(
            String name, String queue, boolean publishing, boolean receiving, boolean transactional) {
        WebArchive application = Deployments.application(name, Exchange.class, Orders.class, Returns.class);
        Optional<String> ofServer =
                transactional ? Optional.empty() : ServerUnderTest.current().untransactedFactory();
        String factory = ofServer.orElse(FACTORY + name);
        return Deployments.configured(
                        application,
                        "onceward.schema=create",
                        "onceward.datasource=jdbc/postgresql",
                        "onceward.table-prefix=" + name.replace('-', '_') + "_",
                        "mp.messaging.outgoing.placed.connector=onceward",
                        "mp.messaging.outgoing.placed.destination=queue:" + queue,
                        publishing ? "mp.messaging.outgoing.placed.connection-factory=" + factory : "",
                        "mp.messaging.incoming.returned.connector=onceward",
                        "mp.messaging.incoming.returned.destination=queue:" + queue,
                        receiving ? "mp.messaging.incoming.returned.connection-factory=" + factory : "")
                .setWebXML(new StringAsset(webXml(FACTORY + name, transactional)));
    }

    private static String webXml(String factory, boolean transactional) {
        ServerUnderTest server = ServerUnderTest.current();
        String user = server.hasBrokerInside()
                ? ""
                : "    <user>" + Fixtures.USER + "</user>\n    <password>" + Fixtures.BROKER_PASSWORD + "</password>\n";
        return "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">\n"
                + "  <jms-connection-factory>\n"
                + "    <name>" + factory + "</name>\n"
                + "    <interface-name>jakarta.jms.ConnectionFactory</interface-name>\n"
                + "    <resource-adapter>" + server.messagingAdapter() + "</resource-adapter>\n"
                + user
                + "    <transactional>" + transactional + "</transactional>\n"
                + "  </jms-connection-factory>\n"
                + "</web-app>\n";
    }
}
