// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * Makes the key of a received message, for {@link Idempotent#messageKey()}:
 *
 * <pre>{@code
 * @ApplicationScoped
 * public class OrderNumber implements MessageKeyResolver {
 *     public String keyOf(ReceivedMessage message) {
 *         return message.property("orderNo").orElse(null);
 *     }
 * }
 * }</pre>
 *
 * <p>Implementations are CDI beans, each resolvable by its class. They must be thread-safe, unless their scope gives each thread
 * its own instance. {@code docs/message-keys.md} has examples.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface MessageKeyResolver {

    /**
     * Returns the key of a message: the same for each repetition, and a different one for each other message of the handler.
     *
     * @param message the received message, valid until this method returns; not {@code null}
     * @return {@code null} or blank if the message has no key: Onceward then refuses the message ({@code OWD-0121})
     * @throws Exception if the key can't be determined; the delivery fails with {@code OWD-0125}, and the broker redelivers
     */
    String keyOf(ReceivedMessage message) throws Exception;
}
