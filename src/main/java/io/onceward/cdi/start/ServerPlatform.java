// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.LogContext;
import io.onceward.api.PayloadKeys;
import io.onceward.api.Upcaster;
import io.onceward.cdi.deployment.Feature;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.engine.Platform;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.jdbc.JndiDataSourceAccess;
import io.onceward.spi.PayloadCodec;
import io.onceward.spi.Transactions;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;

/** The server as the platform of the engine. */
@Dependent
class ServerPlatform {

    private static final String EXECUTOR = "java:comp/DefaultManagedExecutorService";
    private static final String THREADS = "java:comp/DefaultManagedThreadFactory";

    @Inject
    private OncewardExtension extension;

    @Inject
    private Transactions transactions;

    @Inject
    private TransactionKeeper keeper;

    @Inject
    @Any
    private Instance<PayloadCodec> codecs;

    @Inject
    @Any
    private Instance<LogContext> logContexts;

    @Inject
    @Any
    private Instance<Upcaster> upcasters;

    @Inject
    @Any
    private Instance<PayloadKeys> payloadKeys;

    @Inject
    private HandlerBeans handlers;

    @Inject
    private BeanManager beans;

    /**
     * Looks the services of the server up.
     *
     * @param started whether the start has succeeded
     * @throws io.onceward.api.OncewardException if the server lacks one
     */
    Platform lookup(BooleanSupplier started) {
        ManagedExecutorService executor = Feature.CONCURRENCY.lookup(EXECUTOR, ManagedExecutorService.class);
        ManagedThreadFactory threads = Feature.CONCURRENCY.lookup(THREADS, ManagedThreadFactory.class);
        TransactionSynchronizationRegistry registry = keeper.registry();
        return new Platform(
                registry,
                transactions,
                new TaskTransactions(registry, transactions, started, threads),
                executor,
                threads,
                dataSources(),
                extension.adapters(),
                codecs.stream().toList(),
                logContexts.stream().toList(),
                extension.propagators(beans),
                upcasters.stream().toList(),
                payloadKeys.stream().toList(),
                handlers.alertListeners());
    }

    private static List<DataSourceAccess> dataSources() {
        List<DataSourceAccess> all = new ArrayList<>();
        ServiceLoader.load(DataSourceAccess.class, ServerPlatform.class.getClassLoader())
                .forEach(all::add);
        all.add(new JndiDataSourceAccess());
        return all;
    }
}
