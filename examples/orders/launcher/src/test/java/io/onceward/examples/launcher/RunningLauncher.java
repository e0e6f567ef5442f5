// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The launcher in a process of its own, as a person at a terminal has it. */
final class RunningLauncher implements AutoCloseable {

    private final Process process;
    private final Thread pump;
    private final StringBuilder output = new StringBuilder();
    private final Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();

    private RunningLauncher(Process process) {
        this.process = process;
        this.pump = new Thread(this::readOutput, "launcher output");
        pump.setDaemon(true);
        pump.start();
    }

    /** @param options more options, such as {@code example.broker=kafka} */
    static RunningLauncher start(String httpPort, String brokerPort, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dexample.home=" + Path.of("target", "example").toAbsolutePath(),
                "-Dexample.http.port=" + httpPort,
                "-Dexample.broker.port=" + brokerPort));
        for (String option : options) {
            command.add("-D" + option);
        }
        command.addAll(
                List.of("-jar", Path.of("target", "example", "launcher.jar").toString()));
        return new RunningLauncher(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void readOutput() {
        try (BufferedReader reader = process.inputReader()) {
            int c;
            while ((c = reader.read()) >= 0) {
                append((char) c);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void append(char c) {
        output.append(c);
    }

    synchronized String output() {
        return output.toString();
    }

    /** Types as a user at the terminal does, with Enter at the end. */
    void type(String text) throws IOException {
        process.outputWriter().write(text + System.lineSeparator());
        process.outputWriter().flush();
    }

    void awaitOutput(String text) throws Exception {
        await(LauncherIT.PATIENCE, () -> {
            if (!process.isAlive() && !output().contains(text)) {
                throw new AssertionError("The launcher ended without saying '" + text + "':\n" + output());
            }
            return output().contains(text);
        });
    }

    int awaitExit() throws Exception {
        await(Duration.ofMinutes(1), () -> !process.isAlive() && !pump.isAlive());
        return process.exitValue();
    }

    List<ProcessHandle> children() {
        List<ProcessHandle> children = process.descendants().toList();
        seen.addAll(children);
        return children;
    }

    /** Returns the processor time that it and its children have used. */
    Duration processorTime() {
        return Stream.concat(Stream.of(process.toHandle()), children().stream())
                .map(each -> each.info().totalCpuDuration().orElseThrow())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Terminates it as Ctrl-C does; Process.destroy would close its output as well. */
    void terminate() {
        process.toHandle().destroy();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Ends it and its children, also if the test has failed before it could do so. */
    @Override
    public void close() {
        children();
        kill();
        seen.forEach(ProcessHandle::destroyForcibly);
    }

    static void awaitEnd(List<ProcessHandle> processes) throws Exception {
        await(Duration.ofMinutes(2), () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    static void await(Duration limit, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not within " + limit.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
