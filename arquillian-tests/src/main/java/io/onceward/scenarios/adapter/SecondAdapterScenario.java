// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.memory.MemoryAdapter;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.console.Operators;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.EngineOnly;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.support.Await;
import io.onceward.spi.BrokerAdapter;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.BooleanSupplier;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An application with two JARs: the one JAR, with Jakarta Messaging in it, and that of an adapter for another broker. Both
 * work side by side.
 */
@EngineOnly
@OutsideBroker
class SecondAdapterScenario {

    private static final String APPLICATION = "second-adapter";
    private static final String QUEUE = "second_adapter_letters";

    /** Longer than the longest time that a circuit breaker is open. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final String ROLES = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <security-role>
                <role-name>operators</role-name>
              </security-role>
            </web-app>
            """;

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.current()
                .start(
                        Deployments.withConsole(configured(
                                        APPLICATION,
                                        "onceward.broker=memory",
                                        "mp.messaging.outgoing.letters.connector=onceward",
                                        "mp.messaging.outgoing.letters.destination=jms:queue:" + QUEUE,
                                        "mp.messaging.outgoing.orders.connector=onceward-memory",
                                        "mp.messaging.incoming.arrivals.connector=onceward-memory",
                                        "mp.messaging.incoming.arrivals.destination=arrivals",
                                        "mp.messaging.incoming.by-hand.connector=onceward",
                                        "onceward.relay.max-attempts=1",
                                        "onceward.console.enabled=true",
                                        "onceward.console.role=operators"))
                                .addClass(Operators.class)
                                .setWebXML(new StringAsset(ROLES)),
                        configured(
                                "unknown-setting",
                                "mp.messaging.outgoing.orders.memory-brocker=x",
                                "onceward.broker=memory"),
                        configured("no-default"));
    }

    private static WebArchive configured(String name, String... lines) {
        String[] all = new String[lines.length + 4];
        System.arraycopy(lines, 0, all, 0, lines.length);
        all[lines.length] = "onceward.schema=create";
        all[lines.length + 1] = "onceward.datasource=jdbc/postgresql";
        all[lines.length + 2] = "onceward.table-prefix=" + name.replace('-', '_') + "_";
        all[lines.length + 3] = "mp.messaging.outgoing.orders.transaction=required";
        return Deployments.configured(
                Deployments.application(name, Depot.class, Depot.Handlers.class, Depot.IdempotentCalls.class)
                        .addAsLibrary(ShrinkWrap.create(JavaArchive.class, "memory-adapter.jar")
                                .addPackage(MemoryAdapter.class.getPackage())
                                .addAsServiceProvider(BrokerAdapter.class, MemoryAdapter.class)),
                all);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void applicationThatDoesNotSayWhichAdapterIsRefusedAndSoIsASettingThatNoneKnows() {
        assertThat(server.deployed()).containsExactly(APPLICATION);
        assertThat(server.log())
                .containsPattern("OWD-0171: Channel '\\w+' names no broker adapter.*jms, memory")
                .containsPattern(
                        "OWD-0006: .*orders\\.memory-brocker.* Did you mean mp\\.messaging\\.outgoing\\.orders\\.memory-broker");
    }

    @Test
    void eventsGoToTheBrokerThatTheirChannelNames() {
        depot("do=record&channel=orders&text=order-1");
        depot("do=record&channel=letters&text=letter-1");
        await("the order", () -> depot("do=look").contains("order-1"));
        try (JMSContext context = new ActiveMQConnectionFactory(
                                "tcp://127.0.0.1:" + Fixtures.current().artemisPort(),
                                Fixtures.USER,
                                Fixtures.BROKER_PASSWORD)
                        .createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
            assertThat(consumer.receiveBody(String.class, PATIENCE.toMillis())).isEqualTo("letter-1");
        }
    }

    @Test
    void itsMessagesAreReceivedStoredByHandAndIdentified() {
        for (int i = 0; i < 2; i++) {
            depot("do=send&text=message-1");
            depot("do=store&text=message-2");
            depot("do=call&text=message-3");
        }
        depot("do=send&text=last-1");
        depot("do=store&text=last-2");
        await(
                "all of them",
                () -> depot("do=look").contains("last-1") && depot("do=look").contains("last-2"));
        assertThat(depot("do=look"))
                .containsOnlyOnce("received message-1")
                .containsOnlyOnce("stored message-2")
                .containsOnlyOnce("called message-3");
    }

    @Test
    void operatorsSeeItsOutageByItsName() {
        depot("do=down&text=true");
        try {
            depot("do=record&channel=orders&text=order-2");
            await("the console", () -> overview().contains("\"brokers\":[{\"name\":\"memory broker main\""));
            if (ServerUnderTest.current().hasHealth()) {
                await("the health check", () -> Http.get(server.operations().resolve("/health/ready"))
                        .contains("unreachable: memory broker main"));
            }
            assertThat(server.log()).containsPattern("OWD-1010: .*memory broker main");
        } finally {
            depot("do=down&text=false");
        }
        await("the event", () -> depot("do=look").contains("order-2"));
        await("the end of the outage", () -> overview().contains("\"brokers\":[]"));
    }

    @Test
    void operatorsSeeWhatItRefuses() {
        depot("do=refuse&text=poison");
        depot("do=record&channel=orders&text=poison");
        await("the parked event", () -> console("api/outbox/events?states=PARKED")
                .contains("the memory broker refuses 'poison'"));
        assertThat(console("api/outbox/events?states=PARKED")).contains("memory:orders?broker=main");
    }

    private static String depot(String query) {
        String answer = Http.whenStarted(() -> Http.get(URI.create(server.address(APPLICATION) + "depot?" + query)));
        assertThat(answer).startsWith("200");
        return answer;
    }

    private static String overview() {
        return console("api/overview");
    }

    private static String console(String path) {
        String login = "operator:" + Operators.PASSWORD;
        HttpResponse<String> answer =
                Http.send(HttpRequest.newBuilder(URI.create(server.address(APPLICATION) + "onceward/" + path))
                        .timeout(Duration.ofSeconds(60))
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static void await(String what, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> what + ", instead of " + overview(), condition);
    }
}
