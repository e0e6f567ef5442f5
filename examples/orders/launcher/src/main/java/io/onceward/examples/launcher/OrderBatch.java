// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Customers who together place 1,000 orders. A customer without an answer can't know whether the order was placed, so the request is
 * repeated with its key until there is one.
 */
final class OrderBatch {

    static final int SIZE = 1000;

    private static final int CUSTOMERS = 8;
    private static final long REPEAT_MILLIS = 200;

    private final Shop shop;
    private final Terminal terminal;
    private final AtomicInteger busyCustomers = new AtomicInteger();

    OrderBatch(Shop shop, Terminal terminal) {
        this.shop = shop;
        this.terminal = terminal;
    }

    boolean isPlacing() {
        return busyCustomers.get() > 0;
    }

    /** Starts to place the orders, unless the last batch is still being placed. Does not wait. */
    void start() {
        if (busyCustomers.compareAndSet(0, CUSTOMERS)) {
            terminal.line(String.format("Placing %,d orders. Kill something meanwhile.", SIZE));
            AtomicInteger orders = new AtomicInteger(SIZE);
            for (int i = 0; i < CUSTOMERS; i++) {
                Daemon.start("customer", () -> place(orders));
            }
        } else {
            terminal.line("Not yet: the last orders are still being placed.");
        }
    }

    private void place(AtomicInteger orders) throws InterruptedException {
        while (orders.getAndDecrement() > 0) {
            String key = UUID.randomUUID().toString();
            while (!shop.place(key)) {
                Thread.sleep(REPEAT_MILLIS);
            }
        }
        busyCustomers.decrementAndGet();
    }
}
