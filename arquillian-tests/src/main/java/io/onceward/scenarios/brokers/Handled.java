// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the handlers and methods of the application were called with, in this order. */
final class Handled {

    private static final Queue<String> ALL = new ConcurrentLinkedQueue<>();

    private Handled() {}

    static void add(String text) {
        ALL.add(text);
    }

    static List<String> all() {
        return List.copyOf(ALL);
    }
}
