// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.ConfigProvider;

/** Places orders from its start until its stop. Each key belongs to one of its threads. */
@Startup
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class Shop {

    private static final Logger LOG = Logger.getLogger(Shop.class.getName());
    private static final int KEYS = 12;
    private static final int THREADS = 4;
    private static final int AFTER_FAILURE_MILLIS = 200;
    private static final int LOOK_MILLIS = 200;
    private static final int PATIENCE_MILLIS = 5000;

    @Resource
    private ManagedThreadFactory factory;

    @Inject
    private Orders orders;

    private final List<Thread> threads = new ArrayList<>();
    private int pauseMillis;
    private volatile boolean ended;
    private volatile boolean enough = true;

    @PostConstruct
    void open() {
        int ordersPerSecond = ConfigProvider.getConfig().getValue(Applications.ORDERS_PER_SECOND, Integer.class);
        pauseMillis = THREADS * 1000 / ordersPerSecond;
        threads.add(factory.newThread(this::look));
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            threads.add(factory.newThread(() -> placeOrders(first)));
        }
        threads.forEach(Thread::start);
    }

    @PreDestroy
    void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join(PATIENCE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        while (!ended) {
            try {
                enough = orders.areEnough();
            } catch (RuntimeException e) {
                LOG.info("Not known whether there are enough orders: " + e);
            }
            pause(LOOK_MILLIS);
        }
    }

    /** Places orders. An order that failed or whose result is unknown is not repeated; the next one has its own id. */
    private void placeOrders(int first) {
        for (int key = first; !ended; key = key + THREADS < KEYS ? key + THREADS : first) {
            try {
                if (!enough) {
                    orders.place("key-" + key);
                }
                pause(pauseMillis);
            } catch (RuntimeException e) {
                LOG.info("An order failed: " + e);
                pause(AFTER_FAILURE_MILLIS);
            }
        }
    }

    private void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            ended = true; // the server stops
        }
    }
}
