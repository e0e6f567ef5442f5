// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.jdbc.DataSourceAccess;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OneServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mistake is refused with its message in the server's log, and an application beside it runs. */
@AnyMessaging
@OneServer
class RefusedDeploymentScenario {

    /** The datasource is unsound for all of them; which one the server hands out first, is its own matter. */
    private static final String ANY_CALLER =
            "(an EJB with a container-managed transaction|a @Transactional CDI bean|a bean with UserTransaction)";

    private static final String CREATE = "onceward.schema=create";

    private static ServerUnderTest.Run server;

    static List<Mistake> mistakes() {
        return Stream.of(ConfigurationMistakes.all(), AnnotationMistakes.all())
                .flatMap(List::stream)
                .toList();
    }

    @BeforeAll
    static void startWithAllMistakes() throws SQLException {
        createTables("version_", 0, "seq INTEGER");
        createTables("previous_", 2, "seq INTEGER");
        createTables(
                "column_",
                7,
                "seq INTEGER, id INTEGER, aggregatetype INTEGER, aggregateid INTEGER, type INTEGER, payload INTEGER,"
                        + " contenttype INTEGER, headers INTEGER, destination INTEGER, slot INTEGER, createdat INTEGER,"
                        + " availableat INTEGER, attempts INTEGER, state INTEGER");
        server = ServerUnderTest.current()
                .start(Stream.concat(applications(), Stream.of(neighbour())).toArray(WebArchive[]::new));
    }

    private static Stream<WebArchive> applications() {
        return mistakes().stream().collect(Collectors.groupingBy(Mistake::application)).entrySet().stream()
                .map(application -> application(application.getKey(), application.getValue()));
    }

    private static WebArchive application(String name, List<Mistake> mistakes) {
        Class<?>[] classes =
                mistakes.stream().flatMap(mistake -> mistake.classes().stream()).toArray(Class<?>[]::new);
        String[] configuration = mistakes.stream()
                .flatMap(mistake -> mistake.configuration().stream())
                .toArray(String[]::new);
        return Deployments.configured(Deployments.application(name, classes), configuration);
    }

    private static WebArchive neighbour() {
        return Deployments.configured(
                Deployments.application("neighbour", Neighbour.class, Sound.class, Packing.class, Labelling.class),
                CREATE,
                "mp.messaging.outgoing.orders.destination=queue:refused");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsRefusedAndSaysWhatToWriteInstead(Mistake mistake) {
        assertThat(server.deployed()).doesNotContain(mistake.application());
        assertThat(server.log().lines().filter(mistake::isReportedBy))
                .as("lines of the log with %s", mistake.parts())
                .isNotEmpty();
    }

    @Test
    void aRefusedDeploymentCreatesNoTable() throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                ResultSet created = connection
                        .getMetaData()
                        .getTables(null, null, ConfigurationMistakes.UNTOUCHED_PREFIX + "%", null)) {
            assertThat(created.next()).as("a table").isFalse();
        }
    }

    @Test
    void theNeighbourRuns() {
        assertThat(server.deployed()).containsExactly("neighbour");
        assertThat(Http.whenStarted(() -> Http.get(server.address("neighbour").resolve("place"))))
                .isEqualTo("200 placed");
    }

    @Test
    void handlersThatShareAQueueAreNamedAtTheDeployment() {
        assertThat(server.log()).contains("OWD-1164: Handlers labelling, packing receive from 'jms/queue/refused'.");
    }

    /**
     * In a start of its own: Payara Micro starts no other application after one that fails so late, and beside many that start
     * Open Liberty has no free thread for the self-check, which Onceward then puts off.
     */
    @Test
    void aDatasourceThatDoesNotJoinTheTransactionIsFoundOutByTheSelfCheck() {
        WebArchive unsound = Deployments.configured(
                        Deployments.application("self-check", DetachedDataSources.class), CREATE)
                .addAsServiceProvider(DataSourceAccess.class, DetachedDataSources.class);
        try (ServerUnderTest.Run run = ServerUnderTest.current().start(unsound)) {
            assertThat(run.deployed()).isEmpty();
            assertThat(run.log())
                    .containsPattern("OWD-0010: The self-check of datasource '[^']+' failed in " + ANY_CALLER + ": ")
                    .contains("an event was in the table before its transaction committed")
                    .as("an operator takes OWD-1001 for the end of the start")
                    .doesNotContain("OWD-1001");
        }
    }

    /** Tables of the right names; the outbox has these columns. */
    private static void createTables(String prefix, int version, String outbox) throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + prefix + "schema (version INTEGER)");
            statement.execute("INSERT INTO " + prefix + "schema VALUES (" + version + ")");
            statement.execute("CREATE TABLE " + prefix + "outbox (" + outbox + ")");
            statement.execute("CREATE TABLE " + prefix + "outbox_sent (seq INTEGER)");
            statement.execute("CREATE TABLE " + prefix + "lane (lane INTEGER)");
            statement.execute("CREATE TABLE " + prefix + "inbox (handler TEXT, messageid TEXT, processedat TIMESTAMP)");
            statement.execute("CREATE TABLE " + prefix + "inbox_result (handler TEXT)");
            statement.execute("CREATE TABLE " + prefix + "inbox_message (seq INTEGER)");
            statement.execute("CREATE TABLE " + prefix + "inbox_lane (lane INTEGER)");
            statement.execute("CREATE TABLE " + prefix + "node (identity TEXT)");
            statement.execute("CREATE TABLE " + prefix + "pause (queue TEXT)");
            statement.execute("CREATE TABLE " + prefix + "policy (queue TEXT)");
        }
    }
}
