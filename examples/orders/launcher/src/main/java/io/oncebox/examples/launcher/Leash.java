// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import java.io.IOException;

/**
 * A Java agent that ends its process when standard input ends. The launcher holds the other end: it closes it to stop a
 * child, and the operating system closes it if the launcher dies in whatever way.
 */
public final class Leash {

    private static final long GRACE_MILLIS = 10_000;

    private Leash() {}

    public static void premain(String arguments) {
        Thread thread = new Thread(Leash::exitAtEndOfInput, "leash");
        thread.setDaemon(true);
        thread.start();
    }

    private static void exitAtEndOfInput() {
        awaitEndOfInput();
        Thread halt = new Thread(Leash::haltAfterGrace, "leash-halt");
        halt.setDaemon(true);
        halt.start();
        Runtime.getRuntime().exit(0);
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            // A broken pipe is an end as well.
        }
    }

    private static void haltAfterGrace() {
        try {
            Thread.sleep(GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }
}
