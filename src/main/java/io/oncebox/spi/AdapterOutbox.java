// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.function.Function;

/**
 * The outbox for broker adapters: records messages of the broker's own API as events. On a server it is a CDI bean.
 * Thread-safe. Applications use {@link io.oncebox.api.Outbox}.
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
     * @throws io.oncebox.api.OnceboxException if the event was not recorded
     */
    String record(String channel, Function<Target, AdapterEvent> event);

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
     * @param settings its settings; not {@code null}
     * @param destination the destination of its events, a URI; not {@code null}
     * @since 0.1
     */
    record Target(ChannelSettings settings, String destination) {}
}
