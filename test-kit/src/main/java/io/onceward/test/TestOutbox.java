// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventPage;
import io.onceward.api.EventSummary;
import io.onceward.api.Inbox;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.QueueAdmin;
import io.onceward.codec.PayloadDecoder;
import io.onceward.inbox.DurableQueue;
import io.onceward.jms.outboxed.OutboxedConnectionFactory;
import io.onceward.memory.broker.Delivery;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.outbox.EventClass;
import io.onceward.spi.PayloadCodec;
import io.onceward.standalone.InboxWork;
import io.onceward.standalone.Onceward;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * An outbox for tests: the engine of the product with a broker in memory. Give it to the code under test as its {@link Outbox}.
 *
 * <pre>{@code
 * try (TestOutbox outbox = TestOutbox.start()) {
 *     outbox.inTransaction(() -> new Orders(outbox).place("42"));
 *     assertThat(outbox).recorded("orders").withKey("42");
 * }
 * }</pre>
 *
 * <p>An event counts as recorded when its transaction has committed. Relays and handlers run only in {@link #deliver()} and {@link
 * #redeliver()}, which return when there is nothing left to do, so a test needs no sleep.
 *
 * <p>Thread-safe; but two tests that use one test outbox at the same time see each other's events.
 *
 * @since 0.1
 */
public final class TestOutbox implements Outbox, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int PAGE = 100;

    /** The most rounds of a delivery, in each of which handlers may record further events. */
    private static final int MOST_ROUNDS = 1000;

    private final Onceward onceward;
    private final TestTransactions transactions;
    private final TestTables tables;
    private final MemoryBroker<TestMessage> broker;
    private final PlannedRefusals refusals = new PlannedRefusals();
    private final Gate gate;
    private final Map<String, TestHandler> handlers;
    private final List<PayloadCodec> codecs;
    private final Steps steps;
    private final H2Database h2;
    private final TestClock clock;
    private final Persistence persistence;
    private volatile Beans beans;
    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

    /**
     * @param steps {@code null} if the transactions are not those of the test kit
     * @param h2 {@code null} if the test has given a datasource
     * @param persistence {@code null} if the test has no persistence unit
     */
    TestOutbox(
            Onceward onceward,
            TestTransactions transactions,
            TestTables tables,
            MemoryBroker<TestMessage> broker,
            Gate gate,
            Map<String, TestHandler> handlers,
            List<PayloadCodec> codecs,
            Steps steps,
            H2Database h2,
            Persistence persistence) {
        this.onceward = onceward;
        this.transactions = transactions;
        this.tables = tables;
        this.broker = broker;
        this.gate = gate;
        this.handlers = handlers;
        this.codecs = codecs;
        this.steps = steps;
        this.h2 = h2;
        this.persistence = persistence;
        this.clock = new TestClock(duration -> {
            transactions.requireNone("advance");
            tables.bringForward(duration);
        });
        broker.refuse(refusals::next);
        gate.close();
    }

    /** Starts a test outbox with a new H2 database in memory and without handlers. */
    public static TestOutbox start() {
        return builder().start();
    }

    /** Returns a builder, for handlers, configuration, or another database. */
    public static TestOutboxBuilder builder() {
        return new TestOutboxBuilder();
    }

    @Override
    public String record(String channel, Object payload) {
        return record(channel, payload, OutboxMetadata.none());
    }

    /** Records an event, as the product does. The delivery time is one of {@link #clock()}. */
    @Override
    public String record(String channel, Object payload, OutboxMetadata metadata) {
        OutboxMetadata shifted = metadata == null || metadata.deliverAt() == null
                ? metadata
                : metadata.withDeliverAt(metadata.deliverAt().minus(clock.advanced()));
        String id;
        try {
            id = onceward.outbox().record(channel, payload, shifted);
        } catch (RuntimeException e) {
            if (channel != null && payload != null && metadata != null) {
                attempts.add(Attempt.refused(facts(channel, null, payload, metadata), e));
            }
            throw e;
        }
        follow(new Attempt(facts(channel, id, payload, metadata)));
        return id;
    }

    void started(Beans container) {
        beans = container;
    }

    /** Returns the container; {@code null} if the test has no beans. */
    Beans beans() {
        return beans;
    }

    /**
     * Returns a bean under test, as {@code @Inject} does. Its interceptors run.
     *
     * @param type a type of the bean
     * @throws OncewardException {@code OWD-1198} if no bean, or several, have this type
     */
    public <T> T bean(Class<T> type) {
        Objects.requireNonNull(type, "type");
        if (beans == null) {
            throw TestKitErrors.noBean(type, List.of(), null);
        }
        return beans.get(type);
    }

    /**
     * Injects the fields of an object that is not a bean, such as a test. The JUnit extension does this for test classes. Without beans
     * under test, this method does nothing.
     *
     * @throws OncewardException {@code OWD-1199} if a field holds a bean under test that was created with {@code new}, {@code OWD-1201}
     *     if a field can't be injected
     */
    public void inject(Object target) {
        Objects.requireNonNull(target, "target");
        if (beans != null) {
            beans.inject(target);
        }
    }

    void beginRequest() {
        if (beans != null) {
            beans.beginRequest();
        }
    }

    void endRequest() {
        if (beans != null) {
            beans.endRequest();
        }
    }

    /** Returns a new scenario, which waits for the effects of a stimulus. */
    public Scenario scenario() {
        return new Scenario(this, Scenario.PATIENCE);
    }

    /**
     * Returns a message of Jakarta Messaging for a call of the code under test, for example of a message-driven bean. It has the properties
     * of an event that Onceward has published.
     *
     * @param payload encoded by the codec of its class
     * @param metadata the id, by which {@code @Idempotent} recognizes the message, the key, the type and the headers
     * @throws OncewardException {@code OWD-0337} if no codec can encode the payload
     */
    public Message message(String channel, Object payload, OutboxMetadata metadata) {
        return new KitMessages(outboxedConnectionFactory()).of(testMessage(channel, payload, metadata));
    }

    /** Returns why a handler has had nothing to do; empty if it had, or if that is not known. */
    String whyNotHandled(String name) {
        TestHandler counts = handler(name);
        boolean called = counts.handledMessages()
                        + counts.failedAttempts()
                        + counts.skippedDeliveries(waiting(name).size())
                > 0;
        return called || beans == null ? "" : beans.whyNotHandled(name);
    }

    void restoreDueTime(String call) {
        Instant due = DurableQueue.dueOf(call);
        if (due != null && transactions.registry().getTransactionStatus() == Status.STATUS_ACTIVE) {
            tables.restoreDueTime(call, due);
        }
    }

    private static Attempt.Facts facts(String channel, String id, Object payload, OutboxMetadata metadata) {
        EventClass javaClass = new EventClass(payload.getClass());
        String type = metadata.type() != null ? metadata.type() : javaClass.type();
        return new Attempt.Facts(
                channel,
                id,
                metadata.key() != null ? metadata.key() : javaClass.key(payload),
                type != null ? type : channel,
                metadata.headers());
    }

    void follow(Attempt attempt) {
        attempts.add(attempt);
        if (transactions.registry().getTransactionStatus() == Status.STATUS_ACTIVE) {
            transactions.registry().registerInterposedSynchronization(attempt);
        } else {
            attempt.committed(); // it had its own transaction
        }
    }

    /** Returns the transaction manager, for code under test that begins and commits. */
    public TransactionManager transactionManager() {
        return transactions.manager();
    }

    /** Returns the synchronization registry of the transaction manager. */
    public TransactionSynchronizationRegistry synchronizationRegistry() {
        return transactions.registry();
    }

    /** Returns the datasource for the code under test. Its connections join the transaction of the thread. */
    public DataSource dataSource() {
        return tables.dataSource();
    }

    /**
     * Returns a connection factory for the code under test that sends by Jakarta Messaging: its contexts and sessions record messages
     * as {@code @Outboxed} ones do on a server. A queue or topic needs no configuration; its name is the name of the channel. The
     * contexts also create messages, for example for a call of a message-driven bean.
     */
    public ConnectionFactory outboxedConnectionFactory() {
        return OutboxedConnectionFactory.of(new JmsOutbox(onceward.adapterOutbox(), this::follow));
    }

    /** Returns the inbox for the code under test, for example for a message-driven bean that decodes by {@link Inbox#payload}. */
    public Inbox inbox() {
        return onceward.inbox();
    }

    /** Returns the clock of the test. */
    public TestClock clock() {
        return clock;
    }

    /** Returns the administration of the outbox. */
    public OutboxAdmin outboxAdmin() {
        return onceward.outboxAdmin();
    }

    /** Returns the administration of the stored inbox. */
    public InboxAdmin inboxAdmin() {
        return onceward.inboxAdmin();
    }

    /**
     * Runs work in a new transaction and commits it. If the work throws, the transaction rolls back.
     *
     * @return what the work returned
     * @throws Exception what the work threw, or why the transaction did not commit
     */
    public <T> T inTransaction(Callable<T> work) throws Exception {
        return transactions.run(work);
    }

    /**
     * Runs work in a new transaction and commits it. If the work throws, the transaction rolls back.
     *
     * @throws Exception what the work threw, or why the transaction did not commit
     */
    public void inTransaction(InboxWork work) throws Exception {
        transactions.run(() -> {
            work.run();
            return null;
        });
    }

    /**
     * Processes a message once, as {@link Onceward#once(String, String, InboxWork)} does.
     *
     * @return whether the work ran; {@code false} if its effects had committed before
     * @throws Exception what the work threw, or why its transaction did not commit
     */
    public boolean once(String handler, String messageId, InboxWork work) throws Exception {
        return onceward.once(handler, messageId, work);
    }

    /**
     * Processes a message of Jakarta Messaging once, as {@code @Idempotent} does, which identifies it in the same way.
     *
     * @return whether the work ran; {@code false} if its effects had committed before
     * @throws Exception what the work threw, or why its transaction did not commit
     */
    public boolean once(String handler, Message message, InboxWork work) throws Exception {
        return onceward.once(handler, message, work);
    }

    /**
     * Returns the events that committed transactions have recorded since the last {@link #reset()}: the published ones in the order
     * of their publication, then the others in the order of their positions.
     *
     * @throws OncewardException {@code OWD-0051} if the database failed
     */
    public List<TestEvent> recorded() {
        List<TestEvent> events = new ArrayList<>();
        for (TestMessage message : broker.published()) {
            Attempt.Facts facts = new Attempt.Facts(
                    message.channel(), message.id(), message.key(), message.type(), message.headers());
            events.add(new TestEvent(facts, message.contentType(), message.payload(), null, null));
        }
        found(outboxAdmin(), EventFilter.all()).forEach(row -> events.add(event(row)));
        return List.copyOf(events);
    }

    private TestEvent event(EventSummary row) {
        EventDetails details =
                outboxAdmin().show(row.datasource(), row.position()).orElseThrow();
        return new TestEvent(
                new Attempt.Facts(row.channel(), row.id(), row.key(), row.type(), details.headers()),
                details.contentType(),
                outboxAdmin().payload(row.datasource(), row.position()).orElseThrow(),
                row.state(),
                row.availableAt() == null ? null : row.availableAt().plus(clock.advanced()));
    }

    /** Returns the calls that have recorded nothing, or nothing yet. */
    List<Attempt> notCommitted() {
        return attempts.stream().filter(attempt -> !attempt.isCommitted()).toList();
    }

    /**
     * Publishes the recorded events that are due, and calls the handlers with the messages of their channels and with retries that are
     * due. Also publishes and handles the events that handlers record. Returns when there is nothing left to do.
     *
     * @throws OncewardException {@code OWD-0330} if the thread has a transaction, {@code OWD-0332} if the delivery does not end
     */
    public void deliver() {
        transactions.requireNone("deliver");
        gate.open();
        try {
            for (int round = 0; round < MOST_ROUNDS; round++) {
                onceward.poll();
                awaitIdle();
                gate.close(); // so that a handler of batches finds all messages
                if (!storeWaiting()) {
                    return;
                }
                gate.open();
            }
            throw TestKitErrors.doesNotEnd(PATIENCE);
        } finally {
            gate.close();
        }
    }

    /**
     * Delivers all messages of this test again, as a broker does after a lost acknowledgement, and then does what {@link #deliver()}
     * does. A handler that has handled a message before must not handle it again.
     *
     * @throws OncewardException as {@link #deliver()} does
     */
    public void redeliver() {
        transactions.requireNone("redeliver");
        broker.redeliver(TestAdapter.QUEUE);
        deliver();
    }

    private void awaitIdle() {
        try {
            if (!gate.awaitIdle(PATIENCE)) {
                throw TestKitErrors.doesNotEnd(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TestKitErrors.doesNotEnd(PATIENCE);
        }
    }

    /** Receives and stores the messages that wait; returns whether any has a handler. */
    private boolean storeWaiting() {
        try (Delivery<TestMessage> delivery = broker.receive(TestAdapter.QUEUE, Integer.MAX_VALUE, Duration.ZERO)) {
            boolean any = store(delivery.messages());
            delivery.acknowledge();
            return any;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TestKitErrors.doesNotEnd(PATIENCE);
        }
    }

    /** Stores messages for their handlers; returns whether there were any. */
    private boolean store(List<TestMessage> messages) {
        boolean any = false;
        for (TestMessage message : messages) {
            List<TestHandler> receivers = handlers.values().stream()
                    .filter(handler -> message.channel().equals(handler.channel()))
                    .toList();
            if (!receivers.isEmpty()) {
                onceward.inbox().store(message.channel(), message);
                receivers.forEach(TestHandler::stored);
                any = true;
            }
        }
        return any;
    }

    /**
     * Sends a message of another application to the handlers of a channel. {@link #deliver()} delivers it.
     *
     * @param payload encoded by the codec of its class
     * @param metadata the id, by which a handler recognizes the message, the key, the type and the headers
     * @throws OncewardException {@code OWD-0337} if no codec can encode the payload
     */
    public void send(String channel, Object payload, OutboxMetadata metadata) {
        broker.send(TestAdapter.QUEUE, testMessage(channel, payload, metadata));
    }

    private TestMessage testMessage(String channel, Object payload, OutboxMetadata metadata) {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(metadata, "metadata");
        Attempt.Facts facts = facts(channel, metadata.id(), payload, metadata);
        try {
            PayloadCodec codec = codecs.stream()
                    .filter(each -> each.handles(payload.getClass()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no codec encodes this class"));
            return new TestMessage(
                    channel,
                    metadata.id() == null ? UUID.randomUUID().toString() : metadata.id(),
                    facts.key(),
                    facts.type(),
                    codec.contentType(),
                    codec.encode(payload),
                    metadata.headers());
        } catch (Exception e) {
            throw TestKitErrors.notEncodable(channel, payload.getClass(), e);
        }
    }

    Object decode(byte[] payload, Class<?> type) throws Exception {
        return PayloadDecoder.of(codecs, type).decode(payload);
    }

    /**
     * Makes the next attempt of a handler fail before its code runs. Several calls plan several failures. If the handler gets a batch, the
     * failure is that of its first message.
     *
     * @param failure what the handler throws
     * @throws OncewardException {@code OWD-0333} if there is no such handler
     */
    public void failNext(String handler, Exception failure) {
        handler(handler).failNext(Objects.requireNonNull(failure, "failure"));
    }

    /**
     * Makes the next attempt of a method of a bean fail before its code runs, as {@link #failNext(String, Exception)} does.
     *
     * @param method the name of an {@code @Incoming}, {@code @Idempotent} or {@code @Durable} method, or of a durable observer
     * @throws OncewardException {@code OWD-0333} if the bean has no such method, or several with this name
     */
    public void failNext(Class<?> bean, String method, Exception failure) {
        failNext(handlerName(bean, method), failure);
    }

    /**
     * Makes the broker refuse the next event of a channel. Several calls plan several refusals.
     *
     * @param failure what the client of the broker throws
     */
    public void refuseNext(String channel, Exception failure) {
        refusals.add(Objects.requireNonNull(channel, "channel"), Objects.requireNonNull(failure, "failure"));
    }

    TestHandler handler(String name) {
        return handlers.get(handlerName(name));
    }

    /** Returns the full name of a handler: that of a durable observer or method may be given without its prefix. */
    String handlerName(String name) {
        Objects.requireNonNull(name, "handler");
        return Stream.of(name, DurableQueue.observer(name), DurableQueue.call(name))
                .filter(handlers::containsKey)
                .findFirst()
                .orElseThrow(() -> TestKitErrors.unknownHandler(name, handlers.keySet()));
    }

    /** Returns the handler that a method of a bean is. */
    String handlerName(Class<?> bean, String method) {
        List<String> names = beans == null ? List.of() : beans.handlersOf(bean, method);
        if (names.size() != 1) {
            throw TestKitErrors.unknownHandler(bean.getName() + "#" + method, handlers.keySet());
        }
        return names.get(0);
    }

    Map<String, TestHandler> handlers() {
        return handlers;
    }

    /** Returns the messages of a handler that wait or are parked. */
    List<EventSummary> waiting(String handler) {
        return found(inboxAdmin(), EventFilter.all().withQueue(handler));
    }

    /** Returns the number of messages of a handler that a filter accepts. */
    int rows(String handler, EventFilter filter) {
        return found(inboxAdmin(), filter.withQueue(handler)).size();
    }

    private static List<EventSummary> found(QueueAdmin admin, EventFilter filter) {
        List<EventSummary> found = new ArrayList<>();
        String cursor = null;
        do {
            EventPage page = admin.find(filter, cursor, PAGE);
            found.addAll(page.events());
            cursor = page.next();
        } while (cursor != null);
        return found;
    }

    /** @throws OncewardException if the steps are not visible */
    Steps steps() {
        if (steps == null) {
            throw TestKitErrors.unwatched();
        }
        return steps;
    }

    /** Returns whether the database is in the memory of this process, so that no other can reach it. */
    boolean isInMemory() {
        return h2 != null;
    }

    TestTransactions transactions() {
        return transactions;
    }

    /**
     * Prepares the next test: rolls back an open transaction of the thread, deletes all events, messages, claims and planned failures,
     * resumes all queues, and sets the clock to the current time. In the H2 database of the test kit, deletes the rows of the entities.
     * Does not change other tables of the application.
     */
    public void reset() {
        transactions.rollBack();
        tables.clear();
        resume(outboxAdmin());
        resume(inboxAdmin());
        broker.clear();
        refusals.clear();
        handlers.values().forEach(TestHandler::reset);
        attempts.clear();
        clock.reset();
        if (persistence != null) {
            persistence.reset();
        }
        if (beans != null) {
            beans.reset();
        }
    }

    private static void resume(QueueAdmin admin) {
        admin.paused().forEach(pause -> admin.resume(pause.queue(), "reset of the test"));
    }

    /** Stops the engine, and deletes the database if the test kit has created it. Further calls do nothing. */
    @Override
    public void close() {
        try {
            if (beans != null) {
                beans.close();
            }
        } finally {
            stop();
        }
    }

    /** Closes everything but the container, which has not started. */
    void stop() {
        gate.open();
        onceward.close();
        gate.shutdown();
        if (persistence != null) {
            persistence.close();
        }
        if (h2 != null) {
            h2.close();
        }
    }
}
