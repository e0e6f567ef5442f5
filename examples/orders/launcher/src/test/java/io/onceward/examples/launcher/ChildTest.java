// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The message about a process that ends although the example runs. */
class ChildTest {

    @TempDir
    private Path folder;

    /** Prints its process id, and ends at once with the given status. Without a status it does not end. */
    static final class Ending {

        private Ending() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("pid " + ProcessHandle.current().pid());
            System.out.println("SEVERE: noise of the broker");
            if (arguments.length > 0) {
                System.exit(Integer.parseInt(arguments[0]));
            }
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    void endHasItsStatusAndTheLog() throws Exception {
        Child child = start(new CompletableFuture<>(), "3");
        awaitEnd(child);
        assertThat(child.ending("ended by itself"))
                .hasMessageContainingAll(
                        "The server ended by itself with exit status 3. From ", "server.log", "noise of the broker");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void killHasItsSignalAndNoNoise() throws Exception {
        CompletableFuture<Long> pid = new CompletableFuture<>();
        Child child = start(pid);
        ProcessHandle.of(pid.get(1, TimeUnit.MINUTES)).orElseThrow().destroyForcibly();
        awaitEnd(child);
        assertThat(child.ending("ended by itself"))
                .hasMessageStartingWith("The server was killed by signal 9 (exit status 137). Its log: ")
                .hasMessageNotContaining("noise");
    }

    private Child start(CompletableFuture<Long> pid, String... arguments) {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                Path.of("target", "test-classes")
                                        .toAbsolutePath()
                                        .toString(),
                                Ending.class.getName()),
                        Stream.of(arguments))
                .toList();
        return Child.start("server", folder, command, Map.of(), line -> {
            if (line.startsWith("pid ")) {
                pid.complete(Long.parseLong(line.substring(4)));
            }
        });
    }

    private static void awaitEnd(Child child) throws Exception {
        RunningLauncher.await(Duration.ofMinutes(1), () -> !child.isAlive());
        child.stop(); // waits for the end of the log
    }
}
