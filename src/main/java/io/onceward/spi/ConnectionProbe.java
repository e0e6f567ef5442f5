// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.time.Duration;

/**
 * Finds out with probes whether a connection keeps what the publisher or source promises. An {@link EventPublisher} or {@link
 * MessageSource} implements it if a connection can be configured in such a way that it loses events, as one whose sessions do not
 * take part in transactions. If no connection of a broker can, its adapter does not implement it.
 *
 * <p>The publisher or source itself keeps back what would use a connection whose check has not passed, as if the broker were
 * unavailable. Onceward asks for the checks of all connections in use when the application starts, so that an unsound one refuses the
 * start.
 *
 * <p>A check runs on a thread of {@link BrokerContext#checkThreads()}, in {@link BrokerContext#checkTransactions()}. It leaves nothing
 * open, sends nothing to a destination of a channel, and receives no message of a channel. It ends when the publisher or source is closed.
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
public interface ConnectionProbe {

    /**
     * Returns the name of the connection to the broker that leads to an address.
     *
     * @param address a destination or an origin, as composed from settings; not {@code null}
     */
    String connection(String address);

    /**
     * Returns if the check of a connection has passed. Otherwise begins it, unless it runs or has just failed, and waits for its end.
     * Afterwards the check goes on.
     *
     * @param connection as named by {@link #connection}; not {@code null}
     * @param patience how long it waits, zero for not at all; not {@code null}
     * @throws io.onceward.api.OncewardException if the last check that has ended found that the connection would lose events
     * @throws Exception if the check is not decided, for example because the broker is unavailable
     */
    void requireSound(String connection, Duration patience) throws Exception;
}
