// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Environments for tests that run in parallel, because these tests mostly wait for leases and retries. */
final class EnvironmentPool implements AutoCloseable {

    private final int count;
    private final BlockingQueue<PooledEnvironment> free = new LinkedBlockingQueue<>();

    /** Starts a number of environments, with empty tables. */
    EnvironmentPool(Path folder, int count) throws Exception {
        this.count = count;
        for (int i = 1; i <= count; i++) {
            TestEnvironment environment =
                    new TestEnvironment(Files.createDirectory(folder.resolve("environment-" + i)));
            Books books = new Books(environment.databaseUrl());
            books.begin();
            free.add(new PooledEnvironment(environment, books, free));
        }
    }

    /** Returns an environment as the last test left it. Waits while all are borrowed. */
    PooledEnvironment borrow() throws InterruptedException {
        return free.take();
    }

    /** Closes each environment when it is free. */
    @Override
    public void close() throws Exception {
        for (int i = 0; i < count; i++) {
            free.take().environment().close();
        }
    }
}
