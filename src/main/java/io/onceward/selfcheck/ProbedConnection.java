// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.spi.ConnectionProbe;
import java.util.Optional;

/** A connection that its publisher or source can check. */
public record ProbedConnection(ConnectionProbe probe, String name) {

    /**
     * Returns the connection that leads to a destination or an origin.
     *
     * @param user the publisher or source of an adapter
     * @return empty if there is nothing to check
     */
    public static Optional<ProbedConnection> of(Object user, String address) {
        return user instanceof ConnectionProbe probe
                ? Optional.of(new ProbedConnection(probe, probe.connection(address)))
                : Optional.empty();
    }
}
