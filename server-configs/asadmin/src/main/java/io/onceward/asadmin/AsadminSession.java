// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An {@code asadmin} that takes one command after another, as an operator types them: a new {@code asadmin} for each is a new JVM
 * for each.
 */
final class AsadminSession implements AutoCloseable {

    private static final Pattern END =
            Pattern.compile("(?m)^Command \\S+ (executed successfully|completed with warnings|failed).*\\R");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long LOOK_MILLIS = 20;

    private final Process process;
    private final Path output;
    private int read;

    /**
     * Starts it.
     *
     * @param asadmin the command that waits for commands
     * @param output the file that the command writes to
     */
    AsadminSession(ProcessBuilder asadmin, Path output) throws IOException {
        this.output = output;
        process = asadmin.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Returns whether it can take a command. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Runs a command and returns what {@code asadmin} has printed. */
    String run(String command) {
        try {
            process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            return answer(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String answer(String command) throws IOException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < PATIENCE.toNanos()) {
            boolean isAlive = process.isAlive();
            String text = text().substring(read);
            Matcher end = END.matcher(text);
            if (end.find()) {
                read += end.end();
                return text.substring(0, end.end());
            }
            if (!isAlive) {
                throw new IllegalStateException(command + " ended asadmin:\n" + text);
            }
            sleep();
        }
        throw new IllegalStateException(command + " did not end:\n" + text());
    }

    /** Everything so far, which may end within a character. */
    private String text() throws IOException {
        return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    }

    private static void sleep() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it, whatever it does. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
