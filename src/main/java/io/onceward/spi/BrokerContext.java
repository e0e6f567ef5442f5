// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/**
 * The engine that an adapter's publisher or source works for. Thread-safe.
 *
 * @since 0.1
 */
public interface BrokerContext {

    /** Returns the transactions of the server, or of the plain JVM. */
    Transactions transactions();

    /**
     * Returns transactions for the threads of {@link #threads()}. They also work while the application starts, when a server may let
     * those of {@link #transactions()} wait.
     */
    Transactions taskTransactions();

    /** Returns what creates threads that may use the resources of the server. It may return {@code null} if the server gives none. */
    ThreadFactory threads();

    /** Returns after how long Onceward gives up a batch: {@code onceward.relay.send-timeout}. */
    Duration sendTimeout();

    /** Returns the values of the adapter's {@linkplain Setting.Scope#GLOBAL global} settings. */
    Settings settings();
}
