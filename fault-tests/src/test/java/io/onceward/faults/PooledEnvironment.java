// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.util.Queue;

/** An environment with the books of its database. One test at a time borrows it from the pool, and returns it by closing it. */
record PooledEnvironment(TestEnvironment environment, Books books, Queue<PooledEnvironment> free)
        implements AutoCloseable {

    /** Empties tables and queues. */
    void startAnew() throws Exception {
        books.begin();
        environment.drain();
    }

    @Override
    public void close() {
        free.add(this);
    }
}
