// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.spi.ChannelSettings;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The outbox for broker adapters: records messages of the broker's own API as events. On a server it is a CDI bean.
 * Thread-safe. Applications use {@link io.onceward.api.Outbox}.
 *
 * @since 0.1
 */
public interface AdapterOutbox {

    /**
     * Records one event in the transaction of the calling thread. If that fails, whatever the reason, the transaction is marked for
     * rollback.
     *
     * @param channel the name of the channel; not {@code null}
     * @param event makes the event for the channel; may throw; not {@code null}
     * @return the id of the event; not {@code null}
     * @throws io.onceward.api.OncewardException if the event was not recorded
     */
    String record(String channel, Function<Target, AdapterEvent> event);

    /**
     * Encodes an object as {@link io.onceward.api.Outbox} does: by the first {@link io.onceward.spi.PayloadCodec} of the application
     * that handles its class, else as JSON. Call it in the function of {@link #record}, so that a failure marks the transaction for rollback.
     *
     * @param channel the name of the channel; not {@code null}
     * @param payload the object; not {@code null}
     * @return the encoded object; not {@code null}
     * @throws io.onceward.api.OncewardException if it can't be encoded
     */
    EncodedPayload encode(String channel, Object payload);

    /**
     * Marks the transaction of the calling thread for rollback and throws, because the application has made a call that can't be
     * recorded.
     *
     * @param failure the reason; not {@code null}
     * @return nothing
     */
    RuntimeException refuse(RuntimeException failure);

    /**
     * The channel of an event.
     *
     * @param settings the settings of its first destination; not {@code null}
     * @param destinations the destinations of its events, each a URI; at least one. An adapter refuses a message for a channel
     *     with several destinations, because the message has one
     * @since 0.1
     */
    record Target(ChannelSettings settings, List<String> destinations) {

        /** @throws NullPointerException if a component is {@code null} */
        public Target {
            Objects.requireNonNull(settings, "settings");
            destinations = List.copyOf(destinations);
        }
    }
}
