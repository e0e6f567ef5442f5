// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OneServer;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Seen from outside of the server, with the broker going away and coming back. */
@OneServer
@OutsideBroker
@SameInFamily
class OutageScenario {

    static final String CHANNEL = "outage";
    static final String INCOMING = "outage_incoming";
    private static final Duration OUTAGE = Duration.ofSeconds(8);

    /** The stack traces of the broken connections may come after the relay has said it. */
    private static final Duration BREAK = Duration.ofSeconds(2);

    /** Longer than the longest time that a circuit breaker stays open. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE received (id VARCHAR(255) NOT NULL)");
        }
        server = ServerUnderTest.current()
                .start(
                        Deployments.configured(
                                Deployments.application("producer", Producer.class),
                                "onceward.schema=create",
                                "onceward.datasource=jdbc/postgresql",
                                "onceward.table-prefix=outage_",
                                "mp.messaging.outgoing.outage.connector=onceward",
                                "mp.messaging.outgoing.outage.duplicate-detection=true"),
                        Deployments.configured(
                                Deployments.application("receiver", Receiver.class),
                                "onceward.schema=create",
                                "onceward.datasource=jdbc/postgresql",
                                "onceward.table-prefix=receiver_"));
    }

    @AfterEach
    void leaveTheBrokerRunning() {
        Fixtures.current().restartBroker();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void bothApplicationsStarted() {
        assertThat(server.deployed()).containsExactlyInAnyOrder("producer", "receiver");
    }

    @Test
    void aBeanThatIsAloneInItsWarIsIdempotent() {
        String id = UUID.randomUUID().toString();
        String last = UUID.randomUUID().toString();
        send(id);
        send(id);
        send(last);

        awaitReceived(last);
        assertThat(received(id)).isOne();
        assertThat(query("SELECT messageid FROM receiver_inbox WHERE handler = ?", Receiver.class.getName()))
                .contains(id, last);
    }

    @Test
    void eventsSurviveAnOutageOfTheBrokerAndArePublishedAfterIt() throws Exception {
        record(1, "before");
        assertThat(receive(1)).containsExactly("before 0");
        awaitEmptyOutbox(); // an event that is still there would be published again

        Fixtures.current().killBroker();
        int logBefore = server.log().length();
        record(10, "during");
        Await.until(RECOVERY, () -> "OWD-1010 in the log", () -> server.log()
                .substring(logBefore)
                .contains("OWD-1010"));
        Thread.sleep(BREAK.toMillis());
        int logOfBreak = server.log().length();
        record(10, "later");
        Thread.sleep(OUTAGE.toMillis()); // an outage takes its time: what is checked is what does not happen in it

        if (ServerUnderTest.current().hasHealth()) {
            assertThat(health("ready"))
                    .as("a short outage is reported and does not fail the check")
                    .startsWith("200 ")
                    .containsPattern("\"broker\" ?: ?\"unreachable: ")
                    .containsPattern("\"relay\" ?: ?\"retrying\"");
            assertThat(health("live")).startsWith("200 ").contains("onceward-live");
        }
        assertThat(query("SELECT state || attempts FROM outage_outbox"))
                .as("all events are there, and the outage cost no attempts")
                .hasSize(20)
                .containsOnly("PENDING0");
        String log = server.log();
        assertThat(log.substring(log.indexOf("OWD-1010", logBefore)).lines().filter(line -> line.contains("OWD-")))
                .as("logged once")
                .filteredOn(line -> !line.contains("OWD-1016")) // if Artemis' client did not notice the kill for 30 s
                .hasSize(1);
        assertThat(log.substring(logOfBreak).lines())
                .as("what the server adds for each try, after the stack traces of the break itself")
                .hasSizeLessThan(100);

        Fixtures.current().restartBroker();

        List<String> expected = new ArrayList<>();
        IntStream.range(0, 10).forEach(i -> expected.add("during " + i));
        IntStream.range(0, 10).forEach(i -> expected.add("later " + i));
        assertThat(receive(20)).containsExactlyElementsOf(expected);
        awaitEmptyOutbox();
        Await.until(RECOVERY, () -> "OWD-1011 in the log", () -> server.log()
                .substring(logBefore)
                .contains("OWD-1011"));
        assertThat(server.log().substring(logBefore)).containsOnlyOnce("OWD-1011");
        if (ServerUnderTest.current().hasHealth()) {
            assertThat(health("ready")).startsWith("200 ").doesNotContain("unreachable", "retrying");
        }

        String id = UUID.randomUUID().toString();
        send(id);
        awaitReceived(id);
    }

    private static void awaitEmptyOutbox() {
        Await.until(RECOVERY, () -> "an empty outbox", () -> query("SELECT id FROM outage_outbox")
                .isEmpty());
    }

    private static String health(String check) {
        return Http.get(server.operations().resolve("/health/" + check));
    }

    private static void record(int count, String text) {
        assertThat(Http.whenStarted(
                        () -> Http.get(server.address("producer").resolve("record?count=" + count + "&text=" + text))))
                .startsWith("200");
    }

    private static void send(String id) {
        try (JMSContext context = broker().createContext()) {
            context.createProducer().setProperty("onceward_id", id).send(context.createQueue(INCOMING), id);
        }
    }

    private static List<String> receive(int count) {
        try (JMSContext context = broker().createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(CHANNEL))) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                texts.add(consumer.receiveBody(String.class, RECOVERY.toMillis()));
            }
            return texts;
        }
    }

    private static ActiveMQConnectionFactory broker() {
        return new ActiveMQConnectionFactory(
                "tcp://127.0.0.1:" + Fixtures.current().artemisPort(), Fixtures.USER, Fixtures.BROKER_PASSWORD);
    }

    private static void awaitReceived(String id) {
        Await.until(RECOVERY, () -> id + " at the receiver", () -> received(id) > 0);
    }

    private static int received(String id) {
        return query("SELECT id FROM received WHERE id = ?", id).size();
    }

    private static List<String> query(String sql, String... values) {
        try (Connection connection = Fixtures.current().connectToPostgres();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<String> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(rows.getString(1));
                }
                return all;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @WebServlet("/record")
    public static class Producer extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Inject
        private transient Outbox outbox;

        @Resource
        private transient UserTransaction transaction;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException {
            try {
                for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
                    transaction.begin();
                    outbox.record(
                            CHANNEL,
                            request.getParameter("text") + " " + i,
                            OutboxMetadata.none().withKey("one"));
                    transaction.commit();
                }
            } catch (Exception e) {
                throw new ServletException(e);
            }
        }
    }
}
