// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.util.Queue;

/** An environment, and the books of its database. One test at a time borrows it from the free places, and closes it. */
record Place(TestEnvironment environment, Books books, Queue<Place> free) implements AutoCloseable {

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
