// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process that the launcher started: its output goes to a log file and to a listener, its input is the leash. */
final class Child {

    private static final long GRACE_SECONDS = 15;
    private static final long PUMP_MILLIS = 1000;

    /** A greater exit status is this number plus that of the signal that killed the process. */
    private static final int SIGNALS = 128;

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread pump;

    private Child(String name, Process process, Path log, Consumer<String> listener) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.pump = new Thread(() -> copyOutput(listener), "log of " + log.getFileName());
    }

    /** Starts a process in this directory, with a log file there, and with these variables beside its own environment. */
    static Child start(
            String name,
            Path directory,
            List<String> command,
            Map<String, String> variables,
            Consumer<String> listener) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
            builder.environment().putAll(variables);
            Process process = builder.start();
            Child child = new Child(name, process, directory.resolve(name + ".log"), listener);
            child.pump.setDaemon(true);
            child.pump.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copyOutput(Consumer<String> listener) {
        try (BufferedReader output = process.inputReader();
                Writer file = Files.newBufferedWriter(log, CREATE, APPEND)) {
            String line;
            while ((line = output.readLine()) != null) {
                file.write(line + System.lineSeparator());
                file.flush();
                listener.accept(line);
            }
        } catch (IOException e) {
            // The process ended, or the disk is full; the process itself must not suffer from either.
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the failure of this process, with the relevant lines of its log. */
    StartFailure failure(String what) {
        return new StartFailure("The " + name + " " + what + ". From " + log + ":\n" + LogExcerpt.of(log));
    }

    /** Returns the failure of this process, which has ended. The log of a killed process has no reason for its end. */
    StartFailure ending(String when) {
        int status = process.exitValue();
        return status > SIGNALS
                ? new StartFailure("The " + name + " was killed by signal " + (status - SIGNALS) + " (exit status "
                        + status + "). Its log: " + log)
                : failure(when + " with exit status " + status);
    }

    /** Kills the process, and those that it has started, as {@code kill -9} does. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
            pump.join(PUMP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the leash; what does not let go of it is killed. Only this process, never another one. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
        }
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
            pump.join(PUMP_MILLIS);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
