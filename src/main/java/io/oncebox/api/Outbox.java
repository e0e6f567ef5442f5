// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * Records events in the current transaction, for code that wants to choose channel or metadata at run time. Inject it:
 *
 * <pre>{@code @Inject Outbox outbox;}</pre>
 *
 * <p>A recorded event is in the outbox table if and only if the current JTA transaction commits (it is written in the
 * {@code beforeCompletion} phase, Jakarta Transactions 2.0, section 3.3.2, as one batch with all other events of that
 * transaction). After the commit the relay publishes it at least once, and in the order of the commits among events of
 * the same channel and key.
 *
 * <p>Thread-safe; the transaction is the one of the calling thread.
 *
 * @since 0.1
 */
public interface Outbox {

    /**
     * Records one event with the metadata that the payload itself carries ({@link EventKey}, {@link EventType}).
     *
     * @param channel the channel's name, as in {@code mp.messaging.outgoing.<channel>.*}
     * @param payload a {@code String}, a {@code byte[]}, or an object that JSON-B can write; not {@code null}
     * @return the event's id, by which a receiver recognises duplicates
     * @throws OnceboxException if nothing was recorded: there is no active transaction, the payload cannot be encoded
     *     or is too large, the key is too long, the channel belongs to another connector, or Oncebox could not start yet
     */
    String record(String channel, Object payload);

    /**
     * Records one event with metadata of its own. What {@code metadata} leaves open is taken from the payload's
     * annotations, as in {@link #record(String, Object)}.
     *
     * @param channel the channel's name, as in {@code mp.messaging.outgoing.<channel>.*}
     * @param payload a {@code String}, a {@code byte[]}, or an object that JSON-B can write; not {@code null}
     * @param metadata id, key, type, headers and time of delivery; not {@code null}
     * @return the event's id, by which a receiver recognises duplicates
     * @throws OnceboxException if nothing was recorded, for the reasons above or an illegal header
     */
    String record(String channel, Object payload, OutboxMetadata metadata);
}
