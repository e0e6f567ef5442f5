// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process in a JVM that is killed, paused and started again. */
final class JvmMember {

    private static final long START_SECONDS = 300;
    private static final long END_SECONDS = 40;
    private static final int REPORTED_CHARACTERS = 4_000;

    private final Jvm jvm;
    private final String name;
    private final String main;
    private final List<String> arguments;
    private final Path ready;
    private final Path log;
    private volatile Process process;

    JvmMember(Jvm jvm, String name, Class<?> main, List<String> arguments) {
        ready = jvm.folder().resolve(name + ".ready");
        List<String> options = new ArrayList<>(jvm.options());
        options.add("-D" + Child.READY_FILE + "=" + ready);
        this.jvm = new Jvm(jvm.folder(), options, jvm.environment(), jvm.classPath());
        this.name = name;
        this.main = main.getName();
        this.arguments = arguments;
        log = jvm.folder().resolve(name + ".log");
    }

    /** Returns when it has said that it works. */
    void start() throws IOException {
        Files.deleteIfExists(ready);
        process = jvm.start(log, main, arguments);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!Files.exists(ready)) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException(name + " did not start:\n" + lastWords());
            }
            Pause.millis(20);
        }
    }

    void kill() {
        process.destroyForcibly();
        await();
    }

    void pause() {
        Signals.send("STOP", List.of(process.pid()));
    }

    void resume() {
        Signals.send("CONT", List.of(process.pid()));
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    Path log() {
        return log;
    }

    /** The id of its process. */
    long pid() {
        return process.pid();
    }

    /** Says a line to its standard input. */
    void send(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Ends it, gently at first; returns whether that was enough. */
    boolean close() throws InterruptedException {
        if (!isAlive()) {
            return false;
        }
        Signals.send("TERM", List.of(process.pid())); // and its standard input stays open
        boolean gently = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        kill();
        return gently;
    }

    private void await() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
    }

    /** The end of its log. */
    String lastWords() {
        try {
            String all = Files.readString(log, StandardCharsets.ISO_8859_1);
            return all.substring(Math.max(0, all.length() - REPORTED_CHARACTERS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
