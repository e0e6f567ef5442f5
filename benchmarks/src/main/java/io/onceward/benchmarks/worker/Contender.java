// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.contestants.Contestants;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A contestant, its place, and the JVM that it keeps for all slices. */
public final class Contender implements AutoCloseable {

    /** The name of Onceward in the build of before, and how the names of its other contestants begin. */
    public static final String BEFORE = "before";

    private static final String PREFIX = BEFORE + "-";

    private final String name;
    private final ClassPath classPath;
    private final Job job;
    private final Path folder;
    private final WorkerProcess kept;

    /** @param classPath of its build */
    public Contender(
            String name,
            ClassPath classPath,
            Database database,
            Broker.Address broker,
            Map<String, String> configuration,
            Path folder)
            throws IOException {
        this.name = name;
        this.classPath = classPath;
        this.folder = folder;
        job = new Job(contestant(name), database, broker, "benchmark." + name, new HashMap<>(configuration));
        kept = fresh();
    }

    public static boolean isKnown(String name) {
        return Contestants.names().contains(contestant(name));
    }

    /** Returns whether it is of the build of before. */
    public static boolean isBefore(String name) {
        return name.equals(BEFORE) || name.startsWith(PREFIX);
    }

    private static String contestant(String name) {
        if (name.equals(BEFORE)) {
            return "onceward";
        }
        return isBefore(name) ? name.substring(PREFIX.length()) : name;
    }

    public String name() {
        return name;
    }

    /** The JVM that is kept. */
    public WorkerProcess kept() {
        return kept;
    }

    /** Starts another JVM in the same place. */
    public WorkerProcess fresh() throws IOException {
        return WorkerProcess.start(name, classPath, job, folder);
    }

    @Override
    public void close() throws IOException {
        kept.close();
    }
}
