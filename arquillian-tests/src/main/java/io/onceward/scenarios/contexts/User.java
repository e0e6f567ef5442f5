// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

/** The name of the user that a thread works for. */
final class User {

    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    private User() {}

    static String name() {
        return CURRENT.get();
    }

    static void enter(String name) {
        CURRENT.set(name);
    }

    static void leave() {
        CURRENT.remove();
    }
}
