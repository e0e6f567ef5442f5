// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates named threads that do not keep the JVM alive. */
final class DaemonThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    DaemonThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
