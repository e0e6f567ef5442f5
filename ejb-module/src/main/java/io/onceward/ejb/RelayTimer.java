// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.ContainerStart;
import io.onceward.cdi.start.ServerTransactionManager;
import io.onceward.config.OncewardConfig;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The timer of the relay. It starts Onceward with the application, polls, and stops the relay with the application. */
@Singleton(name = "OncewardRelayTimer")
@Startup
@DependsOn(TransactionRunner.NAME)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RelayTimer {

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    @Resource
    private TimerService timers;

    @Inject
    private OncewardExtension extension;

    @Inject
    private DurableExtension durable;

    @Inject
    private ContainerStart start;

    /** Called by the container. */
    public RelayTimer() {}

    @PostConstruct
    void start() {
        try {
            checkPersistenceUnits();
            start.start();
            // not before: Payara would go on with the timer of a bean that has failed, and whose application is gone
            long interval = extension.config().relayPollingInterval().toMillis();
            timers.createIntervalTimer(interval, interval, new TimerConfig("Onceward relay", false));
        } catch (RuntimeException | Error e) {
            stopAfter(e); // the container destroys no bean that has failed
            throw e;
        }
    }

    private void stopAfter(Throwable failure) {
        try {
            start.stop(Duration.ZERO);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void checkPersistenceUnits() {
        OncewardConfig config = extension.config();
        List<PersistenceUnit> units = PersistenceXml.read(Thread.currentThread().getContextClassLoader());
        PersistenceRules.checkDatasources(
                units, datasources(config), SharedTransaction::failure, SharedTransaction::commitsAtOnce);
        if (ServerTransactionManager.lookup() != null) { // Payara or GlassFish
            PersistenceRules.check(units, claims());
        }
    }

    /**
     * Returns the datasource of which each handler holds a connection before it reads: with its claim, or with the row of a durable observer
     * or method. Returns {@code null} if there are no handlers, or if they are limited.
     */
    String claims() {
        boolean handles = !extension.handlers().isEmpty()
                || !durable.observers().isEmpty()
                || !durable.methods().isEmpty();
        OncewardConfig config = extension.config();
        return handles && config.inboxConcurrency() == 0 ? config.inboxDatasource() : null;
    }

    private Set<String> datasources(OncewardConfig config) {
        Set<String> names = new LinkedHashSet<>(Arrays.asList(config.datasource(), config.inboxDatasource()));
        extension
                .channels()
                .forEach(channel -> names.add(config.channel(channel).datasource()));
        return names;
    }

    @Timeout
    void poll() {
        start.poll();
    }

    @PreDestroy
    void stop() {
        start.stop(STOP_PATIENCE);
    }
}
