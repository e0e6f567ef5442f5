// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.util.function.Consumer;

/** The text in the output of a process with which it is up. */
final class ReadyMessage implements Consumer<String>, Probe {

    private final String text;
    private volatile boolean isFound;

    ReadyMessage(String text) {
        this.text = text;
    }

    /** Forgets the output of an earlier process. */
    ReadyMessage reset() {
        isFound = false;
        return this;
    }

    @Override
    public void accept(String line) {
        isFound |= line.contains(text);
    }

    @Override
    public boolean isUp() {
        return isFound;
    }
}
