// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.api.Inbox;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxAdmin;
import io.onceward.engine.Engine;
import io.onceward.engine.EngineLifecycle;
import io.onceward.jms.outboxed.OutboxedConnectionFactory;
import io.onceward.outbox.AdapterOutbox;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A running Onceward in a plain JVM. It publishes the events that its {@link #outbox()} records, and {@link #once} processes
 * each message once.
 *
 * <pre>{@code
 * try (Onceward onceward = Onceward.builder()
 *         .transactionManager(manager)
 *         .synchronizationRegistry(registry)
 *         .dataSource(pool)
 *         .connectionFactory(broker)
 *         .start()) {
 *     …
 * }
 * }</pre>
 *
 * <p>Thread-safe. An application needs one; several, in one JVM or in many, share the work on one outbox.
 *
 * @since 0.1
 */
public final class Onceward implements AutoCloseable {

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    /** The time to close connections to a broker that may not answer, and for interrupted work to end. */
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(1);

    private final EngineLifecycle lifecycle;
    private final Engine engine;
    private final Outbox outbox;
    private final Poller poller;
    private final RelayThreads threads;
    private final Runnable releaseThreads;
    private final AtomicBoolean closed = new AtomicBoolean();

    Onceward(EngineLifecycle lifecycle, Duration pollingInterval, RelayThreads threads, Runnable releaseThreads) {
        this.lifecycle = lifecycle;
        this.engine = lifecycle.engine();
        this.outbox = new RecordingOutbox(engine);
        this.threads = threads;
        this.releaseThreads = releaseThreads;
        this.poller = new Poller(() -> threads.run(engine::poll), pollingInterval);
    }

    /** Returns a builder, which takes what Onceward needs. */
    public static OncewardBuilder builder() {
        return new OncewardBuilder();
    }

    /**
     * Returns the outbox, which records events in the transaction of the calling thread. It still records after
     * {@link #close()}; the next relay on the same tables publishes the events. With log-based capture that is checked, it then
     * refuses events after about a minute, because the check has ended.
     */
    public Outbox outbox() {
        return outbox;
    }

    /**
     * Returns a connection factory whose contexts and sessions record messages as events instead of sending them, in the
     * transaction of the calling thread. The name of a queue or topic is the name of the channel.
     */
    public ConnectionFactory outboxedConnectionFactory() {
        return OutboxedConnectionFactory.of(adapterOutbox());
    }

    /** Returns the outbox for broker adapters, which is a CDI bean on a server. */
    public AdapterOutbox adapterOutbox() {
        return engine.adapterOutbox();
    }

    Engine engine() {
        return engine;
    }

    /**
     * Processes a message, unless its effects have committed before. Claim and work are one new JTA transaction; a
     * transaction of the thread is suspended meanwhile. Acknowledge the message, or commit its session, after this method has
     * returned; if it throws, let the broker redeliver.
     *
     * @param handler the name of the handler: each handler processes a message once. At most 255 characters; not {@code null}
     * @param message a message of an available broker adapter. The identity of a JMS message is the first of Onceward's id, the
     *     CloudEvents id, the broker's id for duplicates, and the JMSMessageID; not {@code null}
     * @param work processes the message; not {@code null}
     * @return whether the work ran; {@code false} if its effects had committed before
     * @throws NullPointerException if an argument is {@code null}
     * @throws OncewardException if the message has no identity, the name is illegal, or the database refused the claim
     * @throws Exception what the work threw, or why its transaction did not commit
     */
    public boolean once(String handler, Object message, InboxWork work) throws Exception {
        return onceFor(handler, Objects.requireNonNull(message, "message"), work);
    }

    /**
     * Processes a message by its id, as {@link #once(String, Object, InboxWork)} does.
     *
     * @param handler the name of the handler: each handler processes a message once. At most 255 characters; not {@code null}
     * @param messageId identifies the message, however often it is sent; not {@code null}
     * @param work processes the message; not {@code null}
     * @return whether the work ran; {@code false} if its effects had committed before
     * @throws NullPointerException if an argument is {@code null}
     * @throws OncewardException if the id is blank, the name is illegal, or the database refused the claim
     * @throws Exception what the work threw, or why its transaction did not commit
     */
    public boolean once(String handler, String messageId, InboxWork work) throws Exception {
        return onceFor(handler, Objects.requireNonNull(messageId, "messageId"), work);
    }

    /** Returns the inbox, which stores or decodes messages that the application has received itself. */
    public Inbox inbox() {
        return new EngineInbox(engine);
    }

    /** Returns the administration of the stored inbox. */
    public InboxAdmin inboxAdmin() {
        return engine.inboxAdmin();
    }

    /** Returns the administration of the outbox. */
    public OutboxAdmin outboxAdmin() {
        return engine.outboxAdmin();
    }

    /**
     * Polls now, as Onceward does at each interval: has it look for due events and messages. Returns before they are published or
     * handled. For tests, and for applications with a timer. Does nothing after {@link #close()}.
     */
    public void poll() {
        if (!closed.get()) {
            threads.run(engine::poll);
        }
    }

    private boolean onceFor(String handler, Object message, InboxWork work) throws Exception {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(work, "work");
        return engine.inbox().once(handler, message, () -> {
            work.run();
            return null;
        });
    }

    /**
     * Stops publishing, receiving and handling. Waits at most ten seconds for the current batches, and closes the connections
     * to the broker. A batch for which the broker does not answer is interrupted and rolled back. Pending events stay in the
     * outbox, pending messages in the stored inbox. Resources that the builder received stay open.
     */
    @Override
    public void close() {
        close(STOP_PATIENCE);
    }

    void close(Duration patience) {
        if (closed.compareAndSet(false, true)) {
            poller.stop();
            lifecycle.stop(patience, closing -> threads.runApart("onceward-close", closing));
            if (!threads.await(LAST_PATIENCE)) {
                threads.cutOff(LAST_PATIENCE);
            }
            releaseThreads.run();
        }
    }
}
