// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.Alert;
import io.onceward.api.ContextPropagator;
import io.onceward.api.LogContext;
import io.onceward.api.OncewardException;
import io.onceward.api.PayloadKeys;
import io.onceward.api.Upcaster;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.log.DatabaseErrors;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.PayloadCodec;
import io.onceward.spi.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The platform of the engine: the services and adapters that it uses.
 *
 * @param registry the registry of the transactions in which events are recorded and messages claimed
 * @param transactions runs work in new transactions
 * @param taskTransactions runs work in new transactions on threads of checks, also while the application starts
 * @param executor runs the relay after a commit
 * @param checkThreads creates the threads of checks of connections
 * @param dataSources find a datasource by its name
 * @param adapters one for each kind of broker
 * @param codecs the application's codecs; the built-in ones follow them
 * @param logContexts the log contexts of the application
 * @param propagators the contexts of the application
 * @param upcasters the upcasters of the application
 * @param payloadKeys the keys for payloads: at most one is legal
 * @param alertListeners the listeners of alerts
 */
public record Platform(
        TransactionSynchronizationRegistry registry,
        Transactions transactions,
        Transactions taskTransactions,
        Executor executor,
        ThreadFactory checkThreads,
        List<DataSourceAccess> dataSources,
        List<BrokerAdapter> adapters,
        List<PayloadCodec> codecs,
        List<LogContext> logContexts,
        List<ContextPropagator> propagators,
        List<Upcaster> upcasters,
        List<PayloadKeys> payloadKeys,
        List<Consumer<Alert>> alertListeners) {

    /** Creates a platform without contexts, upcasters, keys and listeners of the application, whose checks have daemon threads. */
    public Platform(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            Executor executor,
            List<DataSourceAccess> dataSources,
            List<BrokerAdapter> adapters,
            List<PayloadCodec> codecs,
            List<LogContext> logContexts) {
        this(
                registry,
                transactions,
                executor,
                dataSources,
                adapters,
                codecs,
                logContexts,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** Creates a platform whose transactions also serve the threads of checks, which are daemon threads. */
    public Platform(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            Executor executor,
            List<DataSourceAccess> dataSources,
            List<BrokerAdapter> adapters,
            List<PayloadCodec> codecs,
            List<LogContext> logContexts,
            List<ContextPropagator> propagators,
            List<Upcaster> upcasters,
            List<PayloadKeys> payloadKeys,
            List<Consumer<Alert>> alertListeners) {
        this(
                registry,
                transactions,
                transactions,
                executor,
                Platform::daemon,
                dataSources,
                adapters,
                codecs,
                logContexts,
                propagators,
                upcasters,
                payloadKeys,
                alertListeners);
    }

    private static Thread daemon(Runnable check) {
        Thread thread = new Thread(check, "onceward-check");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the same platform with another executor. */
    Platform with(Executor other) {
        return new Platform(
                registry,
                transactions,
                taskTransactions,
                other,
                checkThreads,
                dataSources,
                adapters,
                codecs,
                logContexts,
                propagators,
                upcasters,
                payloadKeys,
                alertListeners);
    }

    /**
     * Runs work with a database outside of transactions. Enterprise beans, which may suspend a transaction, are asked only if
     * there is one: while a deployment is validated, the server has none yet.
     *
     * @param database the name of the database in errors
     */
    <T> T outsideOfTransactions(String database, Supplier<T> work) {
        if (registry.getTransactionStatus() == Status.STATUS_NO_TRANSACTION) {
            return work.get();
        }
        try {
            return transactions.suspended(work::get);
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.databaseUnreachable(database, e);
        }
    }
}
