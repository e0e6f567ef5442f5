// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that starts and ends the servers of one product: {@code io.onceward.scenarios.cluster.Keeper}, on the class path of
 * that product's folder in {@code server-configs}. It ends with this one, and the servers with it.
 */
final class ServerKeeper implements AutoCloseable {

    private static final Path SERVERS =
            Path.of("..", "server-configs").toAbsolutePath().normalize();
    private static final String MAIN = "io.onceward.scenarios.cluster.Keeper";
    private static final int PATIENCE_SECONDS = 400;
    private static final int END_PATIENCE_SECONDS = 30;

    /** For five servers on a small machine. */
    private static final int ORDERS_PER_SECOND = Integer.getInteger(Orders.RATE, 40);

    private final Process process;
    private final Writer requests;
    private final Path logs;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, CompletableFuture<String>> answers = new ConcurrentHashMap<>();

    /**
     * @param server the name of its folder in {@code server-configs}
     * @param folder for all that the servers write
     */
    ServerKeeper(String server, Path folder) throws IOException {
        Path target = SERVERS.resolve(server).resolve("target");
        logs = Files.createDirectories(folder).resolve("nodes").toAbsolutePath();
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-Donceward.fixtures.directory=" + logs,
                        "-Dfaults.orders-per-second=" + ORDERS_PER_SECOND,
                        "-cp",
                        target.resolve("test-classes") + ":" + Files.readString(classPath(server)),
                        MAIN))
                .redirectError(folder.resolve("keeper.log").toFile())
                .start();
        requests = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readAnswers, "keeper of " + server);
        reader.setDaemon(true);
        reader.start();
    }

    /** Returns whether the build has prepared this server, which it does with the profile all-servers. */
    static boolean isPrepared(String server) {
        return Files.exists(classPath(server));
    }

    private static Path classPath(String server) {
        return SERVERS.resolve(server).resolve("target/class-path.txt");
    }

    /** Returns the file with the output of a node over all its starts. */
    Path log(String node) {
        return logs.resolve(node + ".log");
    }

    /**
     * Sends a request to the keeper and returns the answer.
     *
     * @throws IllegalStateException if it could not
     */
    String ask(String request) {
        String number = Long.toString(numbers.incrementAndGet());
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.put(number, answer);
        try {
            synchronized (requests) {
                requests.write(number + " " + request + "\n");
                requests.flush();
            }
            String[] words = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS).split(" ", 2);
            if (!words[0].equals("done")) {
                throw new IllegalStateException(request + ": " + String.join(" ", words));
            }
            return words.length > 1 ? words[1] : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(request, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(request, e);
        }
    }

    private void readAnswers() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 2);
                answers.remove(words[0]).complete(words[1]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            answers.values().forEach(answer -> answer.completeExceptionally(new IOException("the keeper has ended")));
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        requests.close();
        if (!process.waitFor(END_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
