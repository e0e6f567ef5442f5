// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import io.onceward.spi.Transactions;

/** What uses connections that can be checked with probes. Thread-safe. */
public interface Probed {

    /** Returns the name of the connection that leads to a destination or an origin. */
    String connection(String address);

    /**
     * Checks a connection. Called on a thread of its own, which is interrupted when the check has taken too long.
     *
     * @param transactions in which the check works
     * @throws io.onceward.api.OncewardException if the connection would lose events or messages
     * @throws Exception if that can't be known now
     */
    void check(String connection, Transactions transactions) throws Exception;
}
