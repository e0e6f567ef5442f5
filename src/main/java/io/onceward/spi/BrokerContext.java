// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

/**
 * The engine that an adapter's publisher or source works for. Thread-safe.
 *
 * @since 0.1
 */
public interface BrokerContext {

    /** Returns the transactions of the server, or of the plain JVM. */
    Transactions transactions();

    /** Returns the values of the adapter's {@linkplain Setting.Scope#GLOBAL global} settings. */
    Settings settings();
}
