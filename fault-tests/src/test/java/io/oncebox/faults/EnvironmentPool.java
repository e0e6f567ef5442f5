// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Places for tests that run side by side, as they wait most of the time: for leases to end, and for retries. */
final class Places implements AutoCloseable {

    private final int count;
    private final BlockingQueue<Place> free = new LinkedBlockingQueue<>();

    /** Starts so many places, with empty tables. */
    Places(Path folder, int count) throws Exception {
        this.count = count;
        for (int i = 1; i <= count; i++) {
            TestEnvironment environment = new TestEnvironment(Files.createDirectory(folder.resolve("place-" + i)));
            Books books = new Books(environment.databaseUrl());
            books.begin();
            free.add(new Place(environment, books, free));
        }
    }

    /** Returns a place, as it was left; waits while all are borrowed. */
    Place borrow() throws InterruptedException {
        return free.take();
    }

    /** Ends each place when it is free again. */
    @Override
    public void close() throws Exception {
        for (int i = 0; i < count; i++) {
            free.take().environment().close();
        }
    }
}
