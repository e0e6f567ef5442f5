// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

/** Threads that do not keep the launcher running. */
final class Daemon {

    /** A task that ends when its thread is interrupted. */
    @FunctionalInterface
    interface Task {
        void run() throws InterruptedException;
    }

    private Daemon() {}

    static void start(String name, Task task) {
        Thread thread = new Thread(() -> run(task), name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(Task task) {
        try {
            task.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
