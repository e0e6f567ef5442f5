// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Signals to processes by their ids. */
final class Signals {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Signals() {}

    /** Sends a signal to the processes that have not ended meanwhile. */
    static void send(String signal, Collection<Long> processes) {
        if (processes.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(id -> command.add(Long.toString(id)));
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Kills a process and all that it has started. They are stopped before, so that none of them sees another one die and
     * does something about it.
     */
    static void killTree(long root) {
        send("STOP", List.of(root));
        List<Long> all = tree(root);
        send("STOP", all);
        send("KILL", all);
        all.forEach(Signals::awaitEnd);
    }

    private static List<Long> tree(long root) {
        List<Long> all = new ArrayList<>(List.of(root));
        ProcessHandle.of(root)
                .ifPresent(
                        process -> process.descendants().map(ProcessHandle::pid).forEach(all::add));
        return all;
    }

    private static void awaitEnd(long id) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (lives(id)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("process " + id + " outlives a SIGKILL");
            }
            Pause.millis(5);
        }
    }

    /** Returns whether a process lives. A process that has ended and whose status was not read yet does not live. */
    private static boolean lives(long id) {
        try {
            String status = Files.readString(Path.of("/proc/" + id + "/stat"));
            return status.charAt(status.lastIndexOf(')') + 2) != 'Z';
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return ProcessHandle.of(id).isPresent(); // it ended while its status was read, or is another's
        }
    }
}
