// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceward.api.OncewardException;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The application with an entity and its events, its callers, and what its tables contain. Nothing is published. */
abstract class JpaFixture {

    static final String CHANNEL = "bookings";

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="bookings" transaction-type="JTA">
                %s
                <class>%s</class>
                <properties>
                  <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
                </properties>
              </persistence-unit>
            </persistence>
            """;

    @EJB
    EjbCaller ejb;

    @Inject
    Callers.Cdi cdi;

    @EJB
    UserTransactionCaller userTransaction;

    @EJB
    OutsideCaller outside;

    @Inject
    Outbox outbox;

    @Inject
    Event<Object> events;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry registry;

    /** @param jtaDataSource the element for {@code persistence.xml}; empty for the server's default */
    static WebArchive application(String name, Class<?> scenario, String jtaDataSource, String... configuration) {
        return Deployments.configured(
                        Deployments.application(
                                name,
                                scenario,
                                JpaContract.class,
                                JpaFixture.class,
                                Check.class,
                                InnerCheck.class,
                                Call.class,
                                FailingCall.class,
                                Book.class,
                                Booking.class,
                                BookingListener.class,
                                BookingObserver.class,
                                BookingObserver.Late.class,
                                BookingObserver.LateOutgoing.class,
                                BookingReceiver.class,
                                Caller.class,
                                Callers.class,
                                EjbCaller.class,
                                Callers.Cdi.class,
                                UserTransactionCaller.class,
                                OutsideCaller.class,
                                FailingSynchronization.class),
                        Stream.concat(
                                        Stream.of(
                                                "onceward.schema=create",
                                                "onceward.table-prefix=jpa_",
                                                "onceward.relay.enabled=false"),
                                        Stream.of(configuration))
                                .toArray(String[]::new))
                .addAsResource(
                        new StringAsset(PERSISTENCE.formatted(jtaDataSource, Booking.class.getName())),
                        "META-INF/persistence.xml");
    }

    /** Of business data and outbox alike. */
    abstract DataSource datasource();

    /** Checks, where the database can tell, that one transaction wrote the rows of this id. */
    abstract void verifySameTransaction(String id) throws SQLException;

    /** A check with one kind of caller and an id of its own. */
    interface Check {
        void with(Caller caller, String id) throws Exception;
    }

    /** A check with one kind of caller and one kind of new transaction within it. */
    interface InnerCheck {
        void with(Caller caller, Consumer<Consumer<EntityManager>> inner, String id) throws Exception;
    }

    void forEachCaller(Check check) throws Exception {
        for (Map.Entry<String, Caller> caller : callers().entrySet()) {
            try {
                check.with(caller.getValue(), newId());
            } catch (Exception | AssertionError e) {
                throw new AssertionError("called by " + caller.getKey() + ": " + e.getMessage(), e);
            }
        }
    }

    void forEachInner(InnerCheck check) throws Exception {
        forEachCaller((caller, id) -> {
            check.with(caller, ejb::callInNew, id + "-ejb");
            check.with(caller, cdi::callInNew, id + "-cdi");
        });
    }

    private Map<String, Caller> callers() {
        Map<String, Caller> callers = new LinkedHashMap<>();
        callers.put("an EJB", caller(ejb::call, ejb::book));
        callers.put("a @Transactional bean", caller(cdi::call, cdi::book));
        callers.put("a bean with UserTransaction", caller(userTransaction::call, userTransaction::book));
        return callers;
    }

    private static Caller caller(Call<Consumer<EntityManager>> call, Book book) {
        return new Caller() {
            @Override
            public void call(Consumer<EntityManager> work) throws Exception {
                call.call(work);
            }

            @Override
            public void book(String id, Runnable then) throws Exception {
                book.book(id, then);
            }
        };
    }

    /** A call with an argument that may fail. */
    interface Call<T> {
        void call(T argument) throws Exception;
    }

    /** A call that may fail. */
    interface FailingCall {
        void run() throws Exception;
    }

    /** A call of a method with {@code @Outgoing} that may fail. */
    interface Book {
        void book(String id, Runnable then) throws Exception;
    }

    void record(String id, String payload) {
        outbox.record(CHANNEL, payload, OutboxMetadata.none().withKey(id));
    }

    void insertByJdbc(String id) {
        try {
            execute("INSERT INTO jpa_booking (id, amount, announced, version) VALUES ('" + id + "', 0, FALSE, 1)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void send(String id, String type) {
        try (JMSContext context = ServerResources.connectionFactory().createContext()) {
            context.createProducer().setJMSType(type).send(context.createQueue(BookingReceiver.QUEUE), id);
        }
    }

    static String newId() {
        return UUID.randomUUID().toString();
    }

    static void fail() {
        throw new IllegalStateException("on purpose");
    }

    static void verifyFails(ThrowingCallable call) {
        assertThatExceptionOfType(Exception.class).isThrownBy(call);
    }

    /**
     * Runs a call that may fail: servers differ in whether the caller of a transaction marked for rollback gets an
     * exception.
     */
    static void ignoringFailure(FailingCall call) {
        try {
            call.run();
        } catch (Exception e) {
            assertThat(e).isNotInstanceOf(OncewardException.class);
        }
    }

    void verifyBoth(String id, int events) throws SQLException {
        verifyRows(id, 1, events);
        verifySameTransaction(id);
    }

    void verifyNeither(String id) throws SQLException {
        verifyRows(id, 0, 0);
    }

    void verifyRows(String id, int bookings, int events) throws SQLException {
        verifyNumber(bookings, "SELECT count(*) FROM jpa_booking WHERE id = ?", id);
        verifyNumber(events, "SELECT count(*) FROM jpa_outbox WHERE aggregateid = ?", id);
    }

    void verifyNumber(int expected, String sql, String... values) throws SQLException {
        assertThat(number(sql, values)).as(sql).isEqualTo(expected);
    }

    int number(String sql, String... values) throws SQLException {
        return Integer.parseInt(query(sql, values).get(0));
    }

    List<String> payloads(String id) throws SQLException {
        List<String> payloads = new ArrayList<>();
        try (Connection connection = datasource().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT payload FROM jpa_outbox WHERE aggregateid = ? ORDER BY seq")) {
            statement.setString(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    payloads.add(new String(rows.getBytes(1), java.nio.charset.StandardCharsets.UTF_8));
                }
            }
        }
        return payloads;
    }

    private List<String> query(String sql, String... values) throws SQLException {
        try (Connection connection = datasource().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
                return found;
            }
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = datasource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void awaitRow(String id) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (number("SELECT count(*) FROM jpa_booking WHERE id = ?", id) == 0 && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
    }
}
