// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.refused;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.api.IdempotencyKey;
import io.oncebox.api.Idempotent;
import io.oncebox.jdbc.JndiDataSourceAccess;
import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.fixture.Http;
import io.oncebox.scenarios.fixture.ServerUnderTest;
import io.oncebox.spi.DataSourceAccess;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import jakarta.interceptor.InterceptorBinding;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mistake is refused with its message in the server's log, and an application beside it runs. */
class RefusedDeploymentScenario {

    /** The datasource is unsound for all of them; which one the server hands out first, is its own matter. */
    private static final String ANY_CALLER =
            "(an EJB with a container-managed transaction|a @Transactional CDI bean|a bean with UserTransaction)";

    private static final String CREATE = "oncebox.schema=create";
    private static final String POSTGRESQL = "oncebox.datasource=jdbc/postgresql";

    private static ServerUnderTest.Run server;

    static List<Mistake> mistakes() {
        return List.of(
                // datasource and tables
                mistake("unknown-datasource", List.of("oncebox.datasource=jdbc/nowhere"))
                        .says(
                                "OBX-0001",
                                "'jdbc/nowhere'",
                                "jdbc/postgresql",
                                "set oncebox.datasource to one that exists"),
                mistake(
                                "unknown-channel-datasource",
                                List.of(CREATE, "mp.messaging.outgoing.orders.datasource=jdbc/nobody"),
                                Sound.class)
                        .says("OBX-0001", "'jdbc/nobody'", "mp.messaging.outgoing.orders.datasource"),
                mistake("missing-tables", List.of(POSTGRESQL, "oncebox.table-prefix=missing_"))
                        .says("OBX-0002", "missing_", "'jdbc/postgresql'", "META-INF/oncebox/postgresql.sql"),
                mistake("outdated-version", List.of(POSTGRESQL, "oncebox.table-prefix=version_"))
                        .says("OBX-0003", "version_schema", "it says version 0", "META-INF/oncebox/postgresql.sql"),
                mistake("previous-version", List.of(POSTGRESQL, "oncebox.table-prefix=previous_"))
                        .says("OBX-0003", "previous_schema", "it says version 1", "postgresql-1-to-2.sql"),
                mistake("outdated-column", List.of(POSTGRESQL, "oncebox.table-prefix=column_"))
                        .says("OBX-0003", "column_outbox", "lasterror", "META-INF/oncebox/postgresql.sql"),

                // annotations, in one application: all of them are said at once
                annotated("completion-stage", LaterInStage.class)
                        .says(
                                "OBX-0020",
                                LaterInStage.class.getName() + "#later",
                                "CompletionStage",
                                "Return the payload"),
                annotated("completable-future", LaterInCompletable.class)
                        .says("OBX-0020", LaterInCompletable.class.getName() + "#later", "CompletableFuture"),
                annotated("future", LaterInFuture.class)
                        .says("OBX-0020", LaterInFuture.class.getName() + "#later", "Future"),
                annotated("publisher", LaterInPublisher.class)
                        .says("OBX-0020", LaterInPublisher.class.getName() + "#later", "Publisher"),
                annotated("void", Nothing.class)
                        .says("OBX-0021", Nothing.class.getName() + "#nothing", "Return the event"),
                annotated("private", Private.class).says("OBX-0022", Private.class.getName() + "#hidden", "is private"),
                annotated("static", Static.class).says("OBX-0022", Static.class.getName() + "#shared", "is static"),
                annotated("final", Final.class).says("OBX-0022", Final.class.getName() + "#fixed", "is final"),
                annotated("outgoing-after-success", AfterSuccess.class)
                        .says("OBX-0032", AfterSuccess.class.getName() + "#late", "AFTER_SUCCESS", "IN_PROGRESS"),
                annotated("outgoing-on-mdb", Forwarder.class)
                        .says("OBX-0027", Forwarder.class.getName() + "#forward", "inject Outbox"),
                annotated("idempotent-bean-managed", BeanManaged.class)
                        .says("OBX-0024", BeanManaged.class.getName(), "bean-managed", "REQUIRED"),
                annotated("idempotent-not-supported", NotSupported.class)
                        .says("OBX-0024", NotSupported.class.getName(), "NOT_SUPPORTED", "REQUIRED"),
                annotated("idempotent-method-not-supported", MethodNotSupported.class)
                        .says("OBX-0024", MethodNotSupported.class.getName() + "#onMessage", "NOT_SUPPORTED"),
                annotated("idempotent-without-key", WithoutKey.class)
                        .says("OBX-0111", WithoutKey.class.getName() + "#handle", "@IdempotencyKey"),
                annotated("idempotent-by-stereotype", ByStereotype.class, Guarded.class)
                        .says("OBX-0126", ByStereotype.class.getName() + "#handle", "stereotype"),
                annotated("idempotent-by-binding", ByBinding.class, GuardedCall.class)
                        .says("OBX-0126", ByBinding.class.getName() + "#handle", "interceptor binding"),
                annotated("incoming-private", PrivateIncoming.class)
                        .says("OBX-0098", PrivateIncoming.class.getName() + "#hidden", "is private"),
                annotated("incoming-jms-message", IncomingOfJms.class)
                        .says(
                                "OBX-0098",
                                IncomingOfJms.class.getName() + "#handle",
                                "jakarta.jms.Message",
                                "Message<T>"),
                annotated("incoming-two-parameters", IncomingOfTwo.class)
                        .says("OBX-0098", IncomingOfTwo.class.getName() + "#handle", "2 parameters"),
                annotated("incoming-that-returns", IncomingThatReturns.class)
                        .says("OBX-0098", IncomingThatReturns.class.getName() + "#handle", "goes nowhere", "@Outgoing"),
                annotated("incoming-outside", IncomingOutside.class)
                        .says("OBX-0098", IncomingOutside.class.getName() + "#handle", "no part in the transaction"),
                annotated("incoming-outside-by-superclass", OutsideBySuperclass.class, Outside.class)
                        .says("OBX-0098", Outside.class.getName() + "#handle", "no part in the transaction"),
                annotated("incoming-outside-by-stereotype", OutsideByStereotype.class, Apart.class)
                        .says(
                                "OBX-0098",
                                OutsideByStereotype.class.getName() + "#handle",
                                "no part in the transaction"),
                annotated("incoming-with-key", IncomingWithKey.class)
                        .says("OBX-0098", IncomingWithKey.class.getName() + "#handle", "more than a handler"),
                mistake("incoming-same-handler", List.of(), IncomingTwice.class)
                        .says("OBX-0099", IncomingTwice.class.getName() + "#one", "'the-same'"),
                mistake(
                                "incoming-topic",
                                List.of(CREATE, "mp.messaging.incoming.orders.destination=topic:orders"),
                                SoundIncoming.class)
                        .says("OBX-0097", "'orders'"),

                // configuration
                mistake(
                                "unknown-incoming-key",
                                List.of("mp.messaging.incoming.orders.concurency=1"),
                                SoundIncoming.class)
                        .says("OBX-0006", "mp.messaging.incoming.orders.concurrency"),
                mistake("unknown-key", List.of("oncebox.relay.batchsize=10"))
                        .says("OBX-0006", "oncebox.relay.batchsize", "oncebox.relay.batch-size"),
                mistake("unknown-channel-key", List.of("mp.messaging.outgoing.orders.destinaton=x"), Sound.class)
                        .says(
                                "OBX-0006",
                                "mp.messaging.outgoing.orders.destinaton",
                                "mp.messaging.outgoing.orders.destination"),
                mistake("illegal-number", List.of("oncebox.relay.batch-size=0"))
                        .says("OBX-0007", "oncebox.relay.batch-size=0", "a whole number above 0"),
                mistake("illegal-boolean", List.of("oncebox.relay.enabled=yes"))
                        .says("OBX-0007", "oncebox.relay.enabled=yes", "true or false"),
                mistake("illegal-duration", List.of("oncebox.relay.polling-interval=5s"))
                        .says("OBX-0007", "oncebox.relay.polling-interval=5s", "PT0.5S"),
                mistake("illegal-schema-mode", List.of("oncebox.schema=update"))
                        .says("OBX-0007", "oncebox.schema=update", "none, validate or create"),
                mistake("illegal-transaction", List.of("mp.messaging.outgoing.orders.transaction=new"), Sound.class)
                        .says("OBX-0007", "mp.messaging.outgoing.orders.transaction=new", "required or own"),
                mistake("illegal-prefix", List.of("oncebox.table-prefix=x; DROP TABLE y"))
                        .says("OBX-0005", "oncebox.table-prefix=x; DROP TABLE y", "letters, digits and underscores"),

                // names in the server
                mistake(
                                "unknown-connection-factory",
                                List.of(CREATE, "oncebox.connection-factory=jms/nowhere"),
                                Sound.class)
                        .says(
                                "OBX-0008",
                                "'jms/nowhere'",
                                "'orders'",
                                "jms/localConnectionFactory",
                                "oncebox.connection-factory"),
                mistake(
                                "unknown-destination",
                                List.of(CREATE, "mp.messaging.outgoing.orders.destination=jms/queue/nowhere"),
                                Sound.class)
                        .says("OBX-0009", "'jms/queue/nowhere'", "'orders'", "jms/queue/refused", "queue:NAME"),
                mistake("url-as-datasource", List.of("oncebox.datasource=ldap://example.org/jdbc"))
                        .says("OBX-0014", "oncebox.datasource=ldap://example.org/jdbc", "jdbc/orders"),
                mistake(
                                "url-as-destination",
                                List.of(CREATE, "mp.messaging.outgoing.orders.destination=rmi://example.org/queue"),
                                Sound.class)
                        .says("OBX-0014", "mp.messaging.outgoing.orders.destination=rmi://example.org/queue"));
    }

    @BeforeAll
    static void startWithAllMistakes() throws SQLException {
        createTables("version_", 0, "seq INTEGER");
        createTables("previous_", 1, "seq INTEGER");
        createTables(
                "column_",
                2,
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
                Deployments.application("neighbour", Neighbour.class, Sound.class),
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
        assertThat(server.log().lines().filter(mistake::isSaidBy))
                .as("lines of the log with %s", mistake.parts())
                .isNotEmpty();
    }

    @Test
    void theNeighbourRuns() {
        assertThat(server.deployed()).containsExactly("neighbour");
        assertThat(Http.whenStarted(() -> Http.get(server.address("neighbour").resolve("place"))))
                .isEqualTo("200 placed");
    }

    /** In a start of its own: Payara Micro starts no other application after one that fails so late. */
    @Test
    void aDatasourceThatDoesNotJoinTheTransactionIsFoundOutByTheSelfCheck() {
        WebArchive unsound = Deployments.configured(
                        Deployments.application("self-check", DetachedDataSources.class), CREATE)
                .addAsServiceProvider(DataSourceAccess.class, DetachedDataSources.class);
        try (ServerUnderTest.Run run = ServerUnderTest.current().start(unsound)) {
            assertThat(run.deployed()).isEmpty();
            assertThat(run.log())
                    .containsPattern("OBX-0010: The self-check failed: called from " + ANY_CALLER + ", on datasource")
                    .contains("an event was in the table before its transaction committed");
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
            statement.execute("CREATE TABLE " + prefix + "pause (line TEXT)");
        }
    }

    /** In an application of its own. */
    private static Mistake mistake(String name, List<String> configuration, Class<?>... classes) {
        return new Mistake(name, name, configuration, List.of(classes), List.of());
    }

    private static Mistake annotated(String name, Class<?>... classes) {
        return new Mistake(name, "annotations", List.of(), List.of(classes), List.of());
    }

    /**
     * What an application must be refused for.
     *
     * @param parts what a line of the log must say about it
     */
    record Mistake(
            String name, String application, List<String> configuration, List<Class<?>> classes, List<String> parts) {

        Mistake says(String... words) {
            return new Mistake(name, application, configuration, classes, List.of(words));
        }

        boolean isSaidBy(String line) {
            return parts.stream().allMatch(line::contains);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    // ---- nothing wrong here

    @ApplicationScoped
    static class Sound {

        @Transactional
        @Outgoing("orders")
        String place(String order) {
            return order;
        }
    }

    @WebServlet("/place")
    public static class Neighbour extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Inject
        private transient Sound orders;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            orders.place("1");
            response.getWriter().print("placed");
        }
    }

    @ApplicationScoped
    static class AfterSuccess {

        @Outgoing("orders")
        String late(@Observes(during = TransactionPhase.AFTER_SUCCESS) String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class LaterInCompletable {

        @Outgoing("orders")
        CompletableFuture<String> later(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    @ApplicationScoped
    static class LaterInFuture {

        @Outgoing("orders")
        Future<String> later(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    @ApplicationScoped
    static class LaterInPublisher {

        @Outgoing("orders")
        Flow.Publisher<String> later(String order) {
            throw new UnsupportedOperationException(order);
        }
    }

    @ApplicationScoped
    static class Nothing {

        @Outgoing("orders")
        void nothing(String order) {}
    }

    @ApplicationScoped
    static class Private {

        @Outgoing("orders")
        @SuppressWarnings("UnusedMethod")
        private String hidden(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class Static {

        @Outgoing("orders")
        static String shared(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class WithoutKey {

        @Idempotent
        void handle(String order) {}
    }

    @Idempotent
    @Stereotype
    @Retention(RetentionPolicy.RUNTIME)
    @interface Guarded {}

    @Guarded
    @ApplicationScoped
    static class ByStereotype {

        void handle(@IdempotencyKey String order) {}
    }

    @Idempotent
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface GuardedCall {}

    @ApplicationScoped
    static class ByBinding {

        @GuardedCall
        void handle(@IdempotencyKey String order) {}
    }

    @ApplicationScoped
    static class PrivateIncoming {

        @Incoming("orders")
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        private void hidden(String order) {}
    }

    @ApplicationScoped
    static class IncomingOfJms {

        @Incoming("orders")
        void handle(jakarta.jms.Message order) {}
    }

    @ApplicationScoped
    static class IncomingOfTwo {

        @Incoming("orders")
        void handle(String order, String other) {}
    }

    @ApplicationScoped
    static class IncomingThatReturns {

        @Incoming("orders")
        String handle(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class IncomingOutside {

        @Incoming("orders")
        @Transactional(Transactional.TxType.REQUIRES_NEW)
        public void handle(String order) {}
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public static class Outside {

        @Incoming("orders")
        public void handle(String order) {}
    }

    @Stereotype
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Apart {}

    @Apart
    @ApplicationScoped
    static class OutsideByStereotype {

        @Incoming("orders")
        public void handle(String order) {}
    }

    @ApplicationScoped
    static class IncomingWithKey {

        @Incoming("orders")
        @Idempotent(handler = "with-key", key = "property:id")
        void handle(String order) {}
    }

    @ApplicationScoped
    static class IncomingTwice {

        @Incoming("orders")
        @Idempotent(handler = "the-same")
        void one(String order) {}

        @Incoming("orders")
        @Idempotent(handler = "the-same")
        void two(String order) {}
    }

    @ApplicationScoped
    static class SoundIncoming {

        @Incoming("orders")
        void handle(String order) {}
    }

    /** Does everything on a thread of its own, outside of the caller's transaction. */
    public static class DetachedDataSources implements DataSourceAccess {

        private final ExecutorService apart = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "apart");
            thread.setDaemon(true);
            return thread;
        });

        @Override
        public int priority() {
            return 100;
        }

        @Override
        public Optional<DataSource> find(String name) throws NamingException {
            return new JndiDataSourceAccess().find(name).map(found -> (DataSource) detached(DataSource.class, found));
        }

        private Object detached(Class<?> type, Object target) {
            return Proxy.newProxyInstance(
                    DetachedDataSources.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        Object result = onThreadApart(() -> method.invoke(target, arguments));
                        boolean ofJdbc = method.getReturnType().getName().startsWith("java.sql.");
                        return ofJdbc && method.getReturnType().isInterface()
                                ? detached(method.getReturnType(), result)
                                : result;
                    });
        }

        private Object onThreadApart(Callable<Object> call) throws Throwable {
            try {
                return apart.submit(call).get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof InvocationTargetException thrown ? thrown.getCause() : e.getCause();
            }
        }
    }
}
