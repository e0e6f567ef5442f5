// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

/** How a step is interrupted. */
enum Interruption {
    CRASH("crash"),
    FAILURE("failed connection"),
    KILL("kill");

    private final String text;

    Interruption(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
