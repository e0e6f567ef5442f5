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
     * Returns the transactions in which a {@link ConnectionProbe} checks connections. They also work while the application starts, when
     * a server may let those of {@link #transactions()} wait.
     */
    Transactions checkTransactions();

    /**
     * Returns what creates the threads on which a {@link ConnectionProbe} checks connections. Like any such factory, it may return
     * {@code null}, as a server does that gives no further thread.
     */
    ThreadFactory checkThreads();

    /** Returns after how long Onceward gives up a batch: {@code onceward.relay.send-timeout}. */
    Duration sendTimeout();

    /** Returns the values of the adapter's {@linkplain Setting.Scope#GLOBAL global} settings. */
    Settings settings();
}
