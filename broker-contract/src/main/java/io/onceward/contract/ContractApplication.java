// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** An application in a plain JVM, with a database in memory. It may have several nodes. */
final class ContractApplication implements AutoCloseable {

    static final String CHANNEL = "orders";
    static final String INCOMING = "arrivals";

    private static final String HANDLER = "billing";

    /** A message that a handler got. */
    record Handled(String text, InboxMetadata metadata) {}

    private final BrokerUnderTest broker;
    private final MemoryDatabase database = new MemoryDatabase();
    private final Map<String, String> configuration = new HashMap<>(Map.of(
            "onceward.schema", "create",
            "onceward.relay.polling-interval", "PT0.05S",
            "onceward.relay.retry-delay", "PT0.1S",
            "onceward.relay.retry-max-delay", "PT0.2S",
            "onceward.relay.batch-size", "20"));
    private final List<Handled> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<Onceward> nodes = new ArrayList<>();
    private final AtomicInteger recorded = new AtomicInteger();
    private final AtomicBoolean databaseDown = new AtomicBoolean();
    private boolean isHandling;
    private volatile Onceward first;

    ContractApplication(BrokerUnderTest broker) {
        this.broker = broker;
        configuration.putAll(broker.configuration());
    }

    ContractApplication with(String key, String value) {
        configuration.put(key, value);
        return this;
    }

    ContractApplication with(Map<String, String> more) {
        configuration.putAll(more);
        return this;
    }

    /** Publishes the events of the channel to a destination. */
    ContractApplication publishingTo(String destination) {
        return with("mp.messaging.outgoing." + CHANNEL + ".destination", destination);
    }

    /** Receives the messages of a destination. */
    ContractApplication receivingFrom(TwoWayBroker from, String destination) {
        from.incoming(destination)
                .forEach((name, value) -> with("mp.messaging.incoming." + INCOMING + "." + name, value));
        return handling();
    }

    /** Has a handler, for messages that are received or stored by hand. */
    ContractApplication handling() {
        isHandling = true;
        return this;
    }

    /** Starts a node. The first one records the events. */
    ContractApplication start() {
        OncewardBuilder builder = Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(unlessDown(database.pool()))
                .configuration(configuration);
        if (isHandling) {
            builder.handle(
                    INCOMING, HANDLER, String.class, (text, metadata) -> handled.add(new Handled(text, metadata)));
        }
        nodes.add(broker.connect(builder).start());
        first = nodes.get(0);
        return this;
    }

    /** Stops all nodes. The next one to start is then the first. The application still records events. */
    void stop() {
        nodes.forEach(Onceward::close);
        nodes.clear();
    }

    private DataSource unlessDown(DataSource pool) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (databaseDown.get()) {
                        throw new SQLException("the database is down", "08001");
                    }
                    try {
                        return method.invoke(pool, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Sets whether the nodes get no connections to the database. */
    void setDatabaseDown(boolean down) {
        databaseDown.set(down);
    }

    Onceward onceward() {
        return first;
    }

    MemoryDatabase database() {
        return database;
    }

    /** Records the next {@link NumberedEvents}, each in a transaction of its own. */
    void record(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            int number = recorded.get();
            record(CHANNEL, NumberedEvents.text(number), OutboxMetadata.none().withKey(NumberedEvents.key(number)));
            recorded.incrementAndGet();
        }
    }

    void record(String channel, String text, OutboxMetadata metadata) throws Exception {
        MemoryDatabase.inTransaction(() -> onceward().outbox().record(channel, text, metadata));
    }

    /** Returns the number of numbered events. */
    int recorded() {
        return recorded.get();
    }

    /** Returns the number of events whose rows are in the outbox, parked ones included. */
    int inOutbox() {
        return database.rows("onceward_outbox");
    }

    void awaitEmptyOutbox() throws InterruptedException {
        Await.until(Await.AFTER_OUTAGE, "an empty outbox", () -> inOutbox() == 0);
    }

    /** Checks that these events are in the outbox, and that no attempt has counted for any of them. */
    void assertUntouched(int events) {
        assertThat(inOutbox()).as("events that are not removed").isEqualTo(events);
        assertThat(database.number("SELECT COUNT(*) FROM onceward_outbox WHERE attempts > 0 OR state <> 'PENDING'"))
                .as("events with an attempt that counts")
                .isZero();
    }

    int parked() {
        return database.number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED'");
    }

    /** Returns the reason for which the only parked event is parked. */
    String causeOfParkedEvent() throws InterruptedException {
        Await.until("a parked event", () -> parked() == 1);
        return onceward()
                .outboxAdmin()
                .find(EventFilter.all().parked(), null, 1)
                .events()
                .get(0)
                .error();
    }

    List<Handled> handled() {
        synchronized (handled) {
            return List.copyOf(handled);
        }
    }

    List<String> handledTexts() {
        return handled().stream().map(Handled::text).toList();
    }

    /** Returns the number of stored messages that no handler has handled yet, parked ones included. */
    int inInbox() {
        return database.rows("onceward_inbox_message");
    }

    int parkedInInbox() {
        return database.number("SELECT COUNT(*) FROM onceward_inbox_message WHERE state = 'PARKED'");
    }

    /** Waits until a message is handled and no other is pending. */
    void awaitHandled(String text) throws InterruptedException {
        Await.until("message " + text, () -> handledTexts().contains(text) && inInbox() == 0);
    }

    @Override
    public void close() {
        stop();
        database.close();
    }
}
