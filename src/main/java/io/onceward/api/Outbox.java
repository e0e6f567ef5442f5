// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * The outbox: records events in the current transaction, for code that chooses channel or metadata at run time. Inject it:
 *
 * <pre>{@code @Inject Outbox outbox;}</pre>
 *
 * <p>A recorded event is in the outbox table if and only if the current JTA transaction commits. Onceward writes it in the
 * {@code beforeCompletion} phase (Jakarta Transactions 2.0, section 3.3.2), as one batch with all other events of that
 * transaction. After the commit the relay publishes it at least once. Events of the same channel and key are published in the
 * order of their commits.
 *
 * <p><b>If an event can't be recorded</b> in an active transaction, that transaction is marked for rollback, whatever the
 * exception: business data never commit without their event, even if the application catches the exception.
 *
 * <p>Thread-safe; the transaction is that of the calling thread. Applications implement this interface only in tests.
 *
 * @since 0.1
 */
public interface Outbox {

    /**
     * Records one event with the metadata that the payload itself carries ({@link EventKey}, {@link EventType}).
     *
     * @param channel the channel's name, as in {@code mp.messaging.outgoing.<channel>.*}; not {@code null}
     * @param payload a {@code String}, a {@code byte[]}, or an object that JSON-B or a codec of the application can write; not
     *     {@code null}
     * @return the event's id, by which a receiver recognizes duplicates; not {@code null}
     * @throws NullPointerException if the channel is {@code null}
     * @throws InvalidCallException if the call is wrong: no transaction is active, the payload is {@code null}, too large or
     *     can't be encoded, the key is too long. A retry fails again
     * @throws QueueFullException if too many events wait: back off
     * @throws NotReadyException if Onceward has not started: retry later
     * @throws OncewardException if the channel belongs to another connector ({@code OWD-0026}), or the database failed ({@code
     *     OWD-0051})
     */
    String record(String channel, Object payload);

    /**
     * Records one event with the given metadata. Values that the metadata leave open come from the payload's annotations, as
     * in {@link #record(String, Object)}.
     *
     * @param channel the channel's name, as in {@code mp.messaging.outgoing.<channel>.*}; not {@code null}
     * @param payload a {@code String}, a {@code byte[]}, or an object that JSON-B or a codec of the application can write; not
     *     {@code null}
     * @param metadata id, key, type, headers and delivery time; not {@code null}
     * @return the event's id, by which a receiver recognizes duplicates; not {@code null}
     * @throws NullPointerException if the channel or the metadata are {@code null}
     * @throws InvalidCallException if the call is wrong, as above, or the metadata are illegal. A retry fails again
     * @throws QueueFullException if too many events wait: back off
     * @throws NotReadyException if Onceward has not started: retry later
     * @throws OncewardException if the channel belongs to another connector ({@code OWD-0026}), or the database failed ({@code
     *     OWD-0051})
     */
    String record(String channel, Object payload, OutboxMetadata metadata);
}
