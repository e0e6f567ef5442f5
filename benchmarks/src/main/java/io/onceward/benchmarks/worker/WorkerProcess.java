// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The JVM of a contestant, seen from the benchmark. */
public final class WorkerProcess implements AutoCloseable {

    private static final long STOP_SECONDS = 60;

    private final String name;
    private final Process process;
    private final ObjectOutputStream requests;
    private final ObjectInputStream answers;

    private WorkerProcess(String name, Process process) throws IOException {
        this.name = name;
        this.process = process;
        requests = new ObjectOutputStream(process.getOutputStream());
        requests.flush();
        answers = new ObjectInputStream(process.getInputStream());
    }

    /** Starts it; returns when the contestant is ready. */
    static WorkerProcess start(String name, ClassPath classPath, Job job, Path folder) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms512m",
                        "-Xmx2g",
                        "-cp",
                        classPath.toString(),
                        Worker.class.getName(),
                        Files.createTempDirectory(folder, "worker").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            WorkerProcess worker = new WorkerProcess(name, process);
            worker.requests.writeObject(job);
            worker.ask(new Requests.About());
            return worker;
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** @throws IOException if the JVM failed at the request, and ended; it has printed why */
    @SuppressWarnings("unchecked") // the answer is that of the request
    public <A> A ask(Request<A> request) throws IOException {
        try {
            requests.writeObject(request);
            requests.flush();
            return (A) answers.readObject();
        } catch (IOException e) {
            throw new IOException(name + " failed at " + request, e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        requests.close();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
