// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Writes its name into a file and stops the thread for good, if it is set. */
public final class Trap {

    /** The key of the file's name. */
    public static final String FILE = "trap.file";

    /** The key of the trap that is set. */
    public static final String SET = "trap.set";

    private Trap() {}

    static void enter(String name) {
        Config config = ConfigProvider.getConfig();
        if (!config.getOptionalValue(SET, String.class).equals(Optional.of(name))) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(config.getValue(FILE, String.class)),
                    name + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            new CountDownLatch(1).await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
