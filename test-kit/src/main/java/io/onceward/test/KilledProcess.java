// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs work in processes of its own, and kills them. */
final class KilledProcess {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** The most lines of a process that an error reports. */
    private static final int LAST_LINES = 20;

    private final Class<? extends KillableWork> work;
    private final List<String> arguments;

    KilledProcess(Class<? extends KillableWork> work, List<String> arguments) {
        this.work = work;
        this.arguments = arguments;
    }

    /** Runs the work from its beginning to its end. */
    void run() throws IOException, InterruptedException {
        Process process = start(Interrupter.NEVER);
        Deque<String> output = new ArrayDeque<>();
        reachesStep(process, output);
        int status = process.waitFor();
        if (status != 0) {
            throw TestKitErrors.processEnded(work, status, "the end of its work", output);
        }
    }

    /** Runs the work, and kills the process when it has reached a step. */
    void killAt(int number, String step) throws IOException, InterruptedException {
        Process process = start(number);
        Deque<String> output = new ArrayDeque<>();
        boolean reached = reachesStep(process, output);
        int status = process.destroyForcibly().waitFor();
        if (!reached) {
            throw TestKitErrors.processEnded(work, status, "the step '" + step + "'", output);
        }
    }

    /** Starts a process, which reaches a step, or ends its work before. */
    Process start(int step) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledMain.class.getName())
                .redirectErrorStream(true)
                .start();
        CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
        DataOutputStream request = new DataOutputStream(process.getOutputStream());
        request.writeUTF(work.getName());
        request.writeInt(step);
        request.writeInt(arguments.size());
        for (String argument : arguments) {
            request.writeUTF(argument);
        }
        request.flush(); // not closed: its end tells the process that this one has ended
        return process;
    }

    private static boolean reachesStep(Process process, Deque<String> output) throws IOException {
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(KilledMain.REACHED)) {
                return true;
            }
            output.add(line);
            if (output.size() > LAST_LINES) {
                output.remove();
            }
        }
        return false;
    }
}
