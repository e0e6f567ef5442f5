// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oncebox.api.OnceboxException;
import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.support.ServerResources;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An entity and an event, recorded in one transaction, both commit or both roll back. Nothing is published, so the
 * outbox table shows what was recorded at any time.
 */
@ExtendWith(ArquillianExtension.class)
abstract class JpaContract {

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
                                                "oncebox.schema=create",
                                                "oncebox.table-prefix=jpa_",
                                                "oncebox.relay.enabled=false"),
                                        Stream.of(configuration))
                                .toArray(String[]::new))
                .addAsResource(
                        new StringAsset(PERSISTENCE.formatted(jtaDataSource, Booking.class.getName())),
                        "META-INF/persistence.xml");
    }

    /** Of business data and outbox alike. */
    abstract DataSource datasource();

    /** Finds out, where the database tells, whether the rows of this id were written by one transaction. */
    abstract void verifySameTransaction(String id) throws SQLException;

    // ---- commit and roll-back

    @Test
    void bothCommit() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
            });
            verifyBoth(id, 1);
        });
    }

    @Test
    void bothCommitWhenTheEventIsRecordedFirst() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                record(id, "booked");
                entities.persist(new Booking(id));
            });
            verifyBoth(id, 1);
        });
    }

    @Test
    void bothCommitWhenAnOutgoingMethodReturnsTheEvent() throws Exception {
        forEachCaller((caller, id) -> {
            caller.book(id, () -> {});
            verifyBoth(id, 1);
        });
    }

    @Test
    void bothRollBackWhenAnOutgoingMethodThrows() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.book(id, JpaContract::fail));
            verifyNeither(id);
        });
    }

    @Test
    void bothRollBackWhenTheCallThrows() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
                entities.flush();
                fail();
            }));
            verifyNeither(id);
        });
    }

    @Test
    void bothRollBackWhenTheFlushAtCommitFails() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id)));

            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked twice");
            }));

            verifyRows(id, 1, 0);
        });
    }

    @Test
    void bothRollBackWhenAnOptimisticLockFails() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id)));

            verifyFails(() -> caller.call(entities -> {
                Booking stale = entities.find(Booking.class, id);
                ejb.callInNew(others -> {
                    others.find(Booking.class, id).setAmount(5);
                    record(id, "the other's");
                });
                stale.setAmount(7);
                record(id, "the stale one's");
            }));

            verifyBoth(id, 1);
            verifyNumber(5, "SELECT amount FROM jpa_booking WHERE id = ?", id);
            assertThat(payloads(id)).containsExactly("the other's");
        });
    }

    @Test
    void severalEventsAreThereInTheirOrder() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                IntStream.range(0, 10).forEach(i -> record(id, "event " + i));
                entities.persist(new Booking(id));
                entities.flush();
                IntStream.range(10, 20).forEach(i -> record(id, "event " + i));
            });
            verifyBoth(id, 20);
            assertThat(payloads(id))
                    .isEqualTo(
                            IntStream.range(0, 20).mapToObj(i -> "event " + i).toList());
        });
    }

    @Test
    void noneOfSeveralEventsIsThereAfterARollBack() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                IntStream.range(0, 20).forEach(i -> record(id, "event " + i));
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
            }));
            verifyNeither(id);
        });
    }

    @Test
    void anEventAloneFollowsTheTransactionToo() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> record(id, "alone"));
            verifyRows(id, 0, 1);
            verifyFails(() -> caller.call(entities -> {
                record(id, "alone again");
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
            }));
            verifyRows(id, 0, 1);
        });
    }

    @Test
    void plainJdbcCommitsAndRollsBackWithTheEvent() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                insertByJdbc(id);
                record(id, "booked");
            });
            verifyBoth(id, 1);

            String failing = id + "-failing";
            verifyFails(() -> caller.call(entities -> {
                insertByJdbc(failing);
                record(failing, "booked");
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
            }));
            verifyNeither(failing);
        });
    }

    // ---- marked for rollback

    @Test
    void afterSetRollbackOnlyNothingCanBeRecorded() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                registry.setRollbackOnly();
                assertThatExceptionOfType(OnceboxException.class)
                        .isThrownBy(() -> record(id, "too late"))
                        .withMessageStartingWith("OBX-0041");
                fail();
            }));
            verifyNeither(id);
        });
    }

    @Test
    void setRollbackOnlyAfterRecordingRollsBothBack() throws Exception {
        forEachCaller((caller, id) -> {
            ignoringFailure(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
                registry.setRollbackOnly();
            }));
            verifyNeither(id);
        });
    }

    @Test
    void aRefusedEventRollsTheBusinessDataBackEvenIfItsExceptionIsSwallowed() throws Exception {
        forEachCaller((caller, id) -> {
            ignoringFailure(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                assertThatExceptionOfType(OnceboxException.class)
                        .isThrownBy(() -> record(id.repeat(20), "its key is too long"))
                        .withMessageStartingWith("OBX-0044");
            }));
            verifyNeither(id);
        });
    }

    // ---- a transaction within another

    @Test
    void aNewTransactionWithinAnotherHasItsOwnEvents() throws Exception {
        forEachInner((caller, inner, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                inner.accept(within -> {
                    within.persist(new Booking(id + "-inner"));
                    record(id + "-inner", "inner");
                });
                record(id, "outer again");
            });
            verifyBoth(id, 2);
            verifyBoth(id + "-inner", 1);
        });
    }

    @Test
    void aNewTransactionThatRollsBackLeavesTheOuterOneAlone() throws Exception {
        forEachInner((caller, inner, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                verifyFails(() -> inner.accept(within -> {
                    within.persist(new Booking(id + "-inner"));
                    record(id + "-inner", "inner");
                    fail();
                }));
            });
            verifyBoth(id, 1);
            verifyNeither(id + "-inner");
        });
    }

    @Test
    void aNewTransactionWhoseCommitFailsLeavesTheOuterOneAlone() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                verifyFails(() -> ejb.callInNew(within -> failAtCommit(within, id + "-inner")));
            });
            verifyBoth(id, 1);
            verifyNeither(id + "-inner");
        });
    }

    /** Payara loses the outer transaction then, with or without Oncebox. Entity and event share its fate. */
    @Test
    void whenTheCommitOfANewTransactionalMethodFailsEntityAndEventOfTheOuterOneStayTogether() throws Exception {
        forEachCaller((caller, id) -> {
            ignoringFailure(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                verifyFails(() -> cdi.callInNew(within -> failAtCommit(within, id + "-inner")));
            }));
            int bookings = number("SELECT count(*) FROM jpa_booking WHERE id = ?", id);
            verifyRows(id, bookings, bookings);
            verifyNeither(id + "-inner");
        });
    }

    private void failAtCommit(EntityManager entities, String id) {
        entities.persist(new Booking(id));
        record(id, "inner");
        FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
    }

    @Test
    void aNewTransactionSurvivesTheOuterOneFiftyTimes() throws Exception {
        forEachInner((caller, inner, id) -> {
            for (int i = 0; i < 50; i++) {
                String outerId = id + "-" + i;
                boolean late = i % 2 == 0;
                verifyFails(() -> caller.call(entities -> {
                    entities.persist(new Booking(outerId));
                    record(outerId, "outer");
                    inner.accept(within -> {
                        within.persist(new Booking(outerId + "-inner"));
                        record(outerId + "-inner", "inner");
                    });
                    if (!late) {
                        fail();
                    }
                    FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
                }));
                verifyNeither(outerId);
                verifyBoth(outerId + "-inner", 1);
            }
        });
    }

    // ---- recorded while the transaction completes

    @Test
    void anObserverBeforeCompletionRecordsInTheTransaction() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                events.fire(new BookingObserver.Late(id));
                entities.persist(new Booking(id));
                record(id, "booked");
                events.fire(new BookingObserver.LateOutgoing(id));
            });
            verifyBoth(id, 3);
        });
    }

    @Test
    void anObserverBeforeCompletionIsTheOnlyOneToRecord() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                events.fire(new BookingObserver.LateOutgoing(id));
            });
            verifyBoth(id, 1);
        });
    }

    @Test
    void whatAnObserverBeforeCompletionRecordsRollsBack() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                events.fire(new BookingObserver.Late(id));
                events.fire(new BookingObserver.LateOutgoing(id));
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER + 1);
            }));
            verifyNeither(id);
        });
    }

    @Test
    void anEntityListenerRecordsWhenTheEntityIsPersisted() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> entities.persist(new Booking(id, true)));
            verifyBoth(id, 1);
        });
    }

    @Test
    void anEntityListenerRecordsDuringTheFlushAtCommit() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id, true)));

            caller.call(entities -> entities.find(Booking.class, id).setAmount(3));
            verifyNumber(3, "SELECT amount FROM jpa_booking WHERE id = ?", id);
            assertThat(payloads(id)).containsExactly("created", "changed");

            caller.call(entities -> {
                record(id, "before the flush");
                entities.find(Booking.class, id).setAmount(4);
            });
            assertThat(payloads(id)).containsExactly("created", "changed", "before the flush", "changed");
        });
    }

    @Test
    void whatAnEntityListenerRecordsDuringTheFlushRollsBack() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id, true)));

            verifyFails(() -> caller.call(entities -> {
                entities.find(Booking.class, id).setAmount(3);
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER + 1);
            }));
            verifyNumber(0, "SELECT amount FROM jpa_booking WHERE id = ?", id);
            assertThat(payloads(id)).containsExactly("created");
        });
    }

    @Test
    void aSynchronizationOfTheApplicationThatFailsRollsBothBack() throws Exception {
        forEachCaller((caller, id) -> {
            for (int depth = 0; depth <= FailingSynchronization.AFTER_THE_WRITER; depth++) {
                int failing = depth;
                verifyFails(() -> caller.call(entities -> {
                    FailingSynchronization.register(registry, failing);
                    entities.persist(new Booking(id));
                    record(id, "booked");
                }));
                verifyNeither(id);
                verifyFails(() -> caller.call(entities -> {
                    entities.persist(new Booking(id));
                    record(id, "booked");
                    FailingSynchronization.register(registry, failing);
                }));
                verifyNeither(id);
            }
        });
    }

    // ---- other callers

    @Test
    void aMessageDrivenBeanPersistsAndRecords() throws Exception {
        String id = newId();
        send(id, null);
        awaitRow(id);
        verifyBoth(id, 1);
    }

    @Test
    void aMessageDrivenBeanThatFailsLeavesNothingButItsRedelivery() throws Exception {
        for (String type : List.of(BookingReceiver.FAIL_FIRST, BookingReceiver.FAIL_FIRST_LATE)) {
            String id = newId();
            send(id, type);
            awaitRow(id);
            verifyBoth(id, 1);
            assertThat(BookingReceiver.DELIVERIES).containsEntry(id, 2);
        }
    }

    @Test
    void inAnEjbCalledByCdiCalledByAnEjbWithoutATransactionBothCommitAndBothRollBack() throws Exception {
        verifyChain(outside::callCdiThatCallsEjb);
    }

    @Test
    void inACdiBeanCalledByAnEjbWithoutATransactionEntityAndEventCommitAndRollBackThoughPlainJdbcMayNot()
            throws Exception {
        verifyChain(outside::callCdi);

        // Plain JDBC is not looked at: Payara leaves it outside of the transaction here, with or without Oncebox.
        String id = newId();
        verifyFails(() -> outside.callCdi(entities -> {
            insertByJdbc(id);
            record(id, "booked");
            fail();
        }));
        verifyNumber(0, "SELECT count(*) FROM jpa_outbox WHERE aggregateid = ?", id);
    }

    private void verifyChain(Consumer<Consumer<EntityManager>> chain) throws SQLException {
        String id = newId();
        chain.accept(entities -> {
            entities.persist(new Booking(id));
            record(id, "booked");
        });
        verifyBoth(id, 1);

        String failing = newId();
        verifyFails(() -> chain.accept(entities -> {
            entities.persist(new Booking(failing));
            record(failing, "booked");
            FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
        }));
        verifyNeither(failing);
        verifyFails(() -> chain.accept(entities -> {
            entities.persist(new Booking(failing));
            record(failing, "booked");
            fail();
        }));
        verifyNeither(failing);
    }

    // ---- what they are made of

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

    private void forEachInner(InnerCheck check) throws Exception {
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

    private void insertByJdbc(String id) {
        try {
            execute("INSERT INTO jpa_booking (id, amount, announced, version) VALUES ('" + id + "', 0, FALSE, 1)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(String id, String type) {
        try (JMSContext context = ServerResources.connectionFactory().createContext()) {
            context.createProducer().setJMSType(type).send(context.createQueue(BookingReceiver.QUEUE), id);
        }
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    private static void fail() {
        throw new IllegalStateException("on purpose");
    }

    static void verifyFails(ThrowingCallable call) {
        assertThatExceptionOfType(Exception.class).isThrownBy(call);
    }

    /** Servers differ in whether the caller of a transaction that was marked for rollback is told. */
    private static void ignoringFailure(FailingCall call) {
        try {
            call.run();
        } catch (Exception e) {
            assertThat(e).isNotInstanceOf(OnceboxException.class);
        }
    }

    private void verifyBoth(String id, int events) throws SQLException {
        verifyRows(id, 1, events);
        verifySameTransaction(id);
    }

    void verifyNeither(String id) throws SQLException {
        verifyRows(id, 0, 0);
    }

    private void verifyRows(String id, int bookings, int events) throws SQLException {
        verifyNumber(bookings, "SELECT count(*) FROM jpa_booking WHERE id = ?", id);
        verifyNumber(events, "SELECT count(*) FROM jpa_outbox WHERE aggregateid = ?", id);
    }

    void verifyNumber(int expected, String sql, String... values) throws SQLException {
        assertThat(number(sql, values)).as(sql).isEqualTo(expected);
    }

    private int number(String sql, String... values) throws SQLException {
        return Integer.parseInt(query(sql, values).get(0));
    }

    private List<String> payloads(String id) throws SQLException {
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

    private void awaitRow(String id) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (number("SELECT count(*) FROM jpa_booking WHERE id = ?", id) == 0 && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
    }
}
