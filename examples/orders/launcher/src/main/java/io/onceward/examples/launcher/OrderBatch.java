// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A customer who places 1,000 orders, one after the other. A customer without an answer can't know whether the order was placed,
 * so the request is repeated with its key until there is one.
 */
final class OrderBatch {

    static final int SIZE = 1000;

    private static final long REPEAT_MILLIS = 200;

    private final Shop shop;
    private final Terminal terminal;
    private final AtomicBoolean isPlacing = new AtomicBoolean();

    OrderBatch(Shop shop, Terminal terminal) {
        this.shop = shop;
        this.terminal = terminal;
    }

    boolean isPlacing() {
        return isPlacing.get();
    }

    /** Starts to place the orders, unless the last batch is still being placed. Does not wait. */
    void start() {
        if (isPlacing.compareAndSet(false, true)) {
            terminal.line(String.format("Placing %,d orders. Kill something meanwhile.", SIZE));
            Daemon.start("orders", this::placeAll);
        } else {
            terminal.line("Not yet: the last orders are still being placed.");
        }
    }

    private void placeAll() throws InterruptedException {
        for (int i = 0; i < SIZE; i++) {
            String key = UUID.randomUUID().toString();
            while (!shop.place(key)) {
                Thread.sleep(REPEAT_MILLIS);
            }
        }
        isPlacing.set(false);
    }
}
