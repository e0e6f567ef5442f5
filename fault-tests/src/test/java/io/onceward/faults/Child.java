// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The protocol between a process of the cluster and the process that started it. */
final class Child {

    /** The system property with the file that says that it works. */
    static final String READY_FILE = "faults.ready";

    private Child() {}

    /** Reports that this process is ready. */
    static void works() throws IOException {
        Files.createFile(Path.of(System.getProperty(READY_FILE)));
    }

    /** From now on, it ends when its standard input does, which is when the one that has started it ends. */
    static void endWithInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // only its end matters
                        }
                    } catch (IOException e) {
                        System.out.println("The standard input broke: " + e);
                    }
                    Runtime.getRuntime().halt(1);
                },
                "input");
        watch.setDaemon(true);
        watch.start();
    }
}
