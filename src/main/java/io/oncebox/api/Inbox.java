// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * The stored inbox: takes messages from where they are received, for the handlers of a channel to work on later. Inject it:
 *
 * <pre>{@code
 * @MessageDriven(…)
 * public class OrdersReceiver implements MessageListener {
 *     @Inject Inbox inbox;
 *     public void onMessage(Message message) {
 *         inbox.store("orders", message);
 *     }
 * }
 * }</pre>
 *
 * <p>When {@link #store} has returned, the message is in the inbox table, committed, once for each handler of the channel; so
 * it may be acknowledged. Each handler then gets it in a transaction of its own, with its own retries, until that has
 * committed or the message is parked. Storing the same message twice is harmless: a handler's effects commit once for each
 * identity ({@link Idempotent} says what the identity is).
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
public interface Inbox {

    /**
     * Stores a message in a transaction of its own, whether the calling thread has one or not: the delivery's transaction
     * has nothing but the broker in it (Jakarta Transactions 2.0, section 3.2.3, suspends it meanwhile).
     *
     * @param channel the channel's name, as in {@code @Incoming} and {@code mp.messaging.incoming.<channel>.*}
     * @param message a message of a broker adapter that is there: of Jakarta Messaging a {@code TextMessage}, a {@code
     *     BytesMessage} or a message without a body; it is read on the calling thread and not kept
     * @throws OnceboxException if nothing was stored: the channel has no handler, no adapter knows the message, it has no
     *     identity or a body of another kind, or the database refused. Let it pass, so that the broker redelivers
     */
    void store(String channel, Object message);
}
