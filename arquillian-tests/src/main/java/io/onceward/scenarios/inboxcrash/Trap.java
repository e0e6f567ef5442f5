// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Writes each passing thread into a file, and stops the thread for good if the trap is set. */
final class Trap {

    /** The key of the file's name. */
    static final String FILE = "trap.file";

    /** The key that says whether it is set. */
    static final String SET = "trap.set";

    private Trap() {}

    static void enter(String name) {
        Config config = ConfigProvider.getConfig();
        try {
            Files.writeString(
                    Path.of(config.getValue(FILE, String.class)),
                    name + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            if (config.getValue(SET, Boolean.class)) {
                new CountDownLatch(1).await();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
