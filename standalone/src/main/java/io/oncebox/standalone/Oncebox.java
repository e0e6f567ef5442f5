// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.Inbox;
import io.oncebox.api.InboxAdmin;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxAdmin;
import io.oncebox.engine.Engine;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Oncebox in a plain JVM, running: events recorded by its {@link #outbox()} are published, and {@link #once} does what a
 * message asks for once.
 *
 * <pre>{@code
 * try (Oncebox oncebox = Oncebox.builder()
 *         .transactionManager(manager)
 *         .synchronizationRegistry(registry)
 *         .dataSource(pool)
 *         .connectionFactory(broker)
 *         .start()) {
 *     …
 * }
 * }</pre>
 *
 * <p>Thread-safe. One for each application is enough; several, in one JVM or in many, share the work on one outbox.
 *
 * @since 0.1
 */
public final class Oncebox implements AutoCloseable {

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    /** For the good-bye to a broker that may not answer, and for what is cut off to end. */
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(1);

    private final Engine engine;
    private final Outbox outbox;
    private final Poller poller;
    private final List<AutoCloseable> links;
    private final RelayThreads threads;
    private final Runnable releaseThreads;
    private final AtomicBoolean closed = new AtomicBoolean();

    Oncebox(
            Engine engine,
            Duration pollingInterval,
            List<AutoCloseable> links,
            RelayThreads threads,
            Runnable releaseThreads) {
        this.engine = engine;
        this.outbox = new RecordingOutbox(engine);
        this.links = links;
        this.threads = threads;
        this.releaseThreads = releaseThreads;
        this.poller = new Poller(() -> threads.run(engine::poll), pollingInterval);
    }

    /** Asks for what Oncebox needs. */
    public static OnceboxBuilder builder() {
        return new OnceboxBuilder();
    }

    /**
     * Records events in the transaction of the calling thread. After {@link #close()} it still does; whoever runs next on
     * the same tables publishes them.
     */
    public Outbox outbox() {
        return outbox;
    }

    /**
     * Does what a message asks for, unless its effects have committed before. The claim of the message and the work are
     * one JTA transaction, which is begun and committed here; a transaction that the thread has is suspended meanwhile.
     * Acknowledge the message, or commit its session, after this has returned; if it throws, don't.
     *
     * @param handler the name of who does the work: each handler does it once. At most 255 characters
     * @param message its identity is Oncebox's id, a CloudEvents id, the broker's id for duplicates, or the JMSMessageID,
     *     whichever is found first
     * @param work what is to be done
     * @return whether the work was done now; {@code false} if it was before
     * @throws OnceboxException if the message has no identity, the name is illegal, or the database refused the claim
     * @throws Exception what the work threw, or why its transaction did not commit
     */
    public boolean once(String handler, Message message, InboxWork work) throws Exception {
        return onceFor(handler, message, work);
    }

    /**
     * Does what a message asks for, unless its effects have committed before, as {@link #once(String, Message,
     * InboxWork)} does.
     *
     * @param handler the name of who does the work: each handler does it once. At most 255 characters
     * @param messageId what identifies the message, however often it is sent
     * @param work what is to be done
     * @return whether the work was done now; {@code false} if it was before
     * @throws OnceboxException if the id is blank, the name is illegal, or the database refused the claim
     * @throws Exception what the work threw, or why its transaction did not commit
     */
    public boolean once(String handler, String messageId, InboxWork work) throws Exception {
        return onceFor(handler, messageId, work);
    }

    /** Stores messages that the application has received itself, for the handlers that the builder was given. */
    public Inbox inbox() {
        return (channel, message) -> engine.stored().store(channel, List.of(message));
    }

    /** Shows what waits in the stored inbox and why, and changes it. */
    public InboxAdmin inboxAdmin() {
        return engine.inboxAdmin();
    }

    /** Shows what waits in the outbox and why, and changes it. */
    public OutboxAdmin outboxAdmin() {
        return engine.outboxAdmin();
    }

    private boolean onceFor(String handler, Object message, InboxWork work) throws Exception {
        return engine.inbox().once(handler, message, () -> {
            work.run();
            return null;
        });
    }

    private static void close(AutoCloseable link) {
        try {
            link.close();
        } catch (Exception e) {
            throw new IllegalStateException("closing a connection to the broker throws nothing", e);
        }
    }

    /**
     * Publishes nothing more, and receives and handles nothing more: waits until the current batches are through, for at
     * most ten seconds, and closes the connections to the broker. A batch for which the broker gives no answer is then
     * interrupted and rolled back. What is not published by then stays in the outbox, and what is not handled in the inbox.
     * What the builder was given stays open.
     */
    @Override
    public void close() {
        close(STOP_PATIENCE);
    }

    void close(Duration patience) {
        if (closed.compareAndSet(false, true)) {
            poller.stop();
            engine.stop(patience);
            threads.runApart("oncebox-close", () -> links.forEach(Oncebox::close));
            if (!threads.await(LAST_PATIENCE)) {
                threads.cutOff(LAST_PATIENCE);
            }
            releaseThreads.run();
        }
    }
}
