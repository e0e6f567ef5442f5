// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * The stored inbox: stores received messages, for the handlers of a channel to process later. Inject it:
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
 * <p>When {@link #store} returns, the message is committed in the inbox table, once for each handler of the channel, and can be
 * acknowledged. Each handler processes it in its own transaction, with its own retries, until that transaction has committed or
 * the message is parked. Storing the same message twice is harmless: the effects of a handler commit once for each identity
 * ({@link Idempotent} lists the identities).
 *
 * <p>Thread-safe. Applications implement this interface only in tests.
 *
 * @since 0.1
 */
public interface Inbox {

    /**
     * Stores a message in a new transaction. The transaction of the calling thread, if it has one, is suspended meanwhile
     * (Jakarta Transactions 2.0, section 3.2.3); only the broker takes part in the delivery's transaction.
     *
     * <p>If the message can't be stored, the transaction of the calling thread, if one is active, is marked for rollback, so
     * that the broker redelivers. Don't catch the exception.
     *
     * @param channel the channel's name, as in {@code @Incoming} and {@code mp.messaging.incoming.<channel>.*}; not {@code null}
     * @param message a message of an available broker adapter: of Jakarta Messaging a {@code TextMessage}, a {@code
     *     BytesMessage} or a message without a body; not {@code null}. It is read on the calling thread and not kept
     * @throws NullPointerException if the channel or the message is {@code null}
     * @throws InvalidCallException if the channel has no handler, or the message is of an unknown type, has no identity, or has
     *     an unsupported body. A retry fails again
     * @throws NotReadyException if Onceward has not started, and does not start within {@code onceward.start-wait}: the broker's
     *     redelivery is the retry
     * @throws OncewardException if the channel belongs to another connector ({@code OWD-0095}), the message can't be read
     *     ({@code OWD-0092}), or the database failed ({@code OWD-0051})
     */
    void store(String channel, Object message);

    /**
     * Decodes the payload of a received message, as an {@code @Incoming} method gets it:
     *
     * <pre>{@code OrderPlaced order = inbox.payload(message, OrderPlaced.class);}</pre>
     *
     * <p>The type, never the message, decides what is decoded, so no Java object is deserialized. The codec is the first of the
     * application that handles the type, else JSON-B. Nothing is stored, and no transaction is needed or marked.
     *
     * @param message a message of an available broker adapter: of Jakarta Messaging a {@code TextMessage}, a {@code
     *     BytesMessage} or a message without a body; not {@code null}
     * @param type {@code String}, {@code byte[]}, or a class that JSON-B or a codec of the application can read; not {@code null}
     * @return not {@code null}
     * @throws NullPointerException if an argument is {@code null}
     * @throws InvalidCallException if the message is of an unknown type or has an unsupported body, such as an {@code
     *     ObjectMessage} ({@code OWD-0321}), the payload can't be decoded to the type ({@code OWD-0322}), or JSON-B has left out a
     *     value of the payload, because the class gives no way to set it ({@code OWD-0323})
     * @throws RetryLaterException if a codec of the application can decode the payload later
     * @throws NotReadyException if Onceward has not started, and does not start within {@code onceward.start-wait}
     */
    <T> T payload(Object message, Class<T> type);
}
