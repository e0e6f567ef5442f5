// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Processor time in seconds at one moment, of everything that takes part and of the whole machine. From Linux' /proc;
 * elsewhere only that of this JVM is known, and the others are 0.
 *
 * @param client this JVM
 * @param database all processes of the database
 * @param broker all processes of the broker
 * @param machine everything that runs here
 */
public record ProcessorTime(double client, double database, double broker, double machine) {

    /** Ticks a second, as Linux shows them to every user program. */
    private static final double TICKS = 100;

    /** Fields behind the name in /proc/PID/stat. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    /**
     * @param database the process id of the database, or 0 if it is in this JVM
     * @param broker the process id of the broker
     */
    public static ProcessorTime now(long database, long broker) {
        return new ProcessorTime(ofJvm(), family(database), family(broker), wholeMachine());
    }

    /** Returns the processor time of this JVM. */
    public static double ofJvm() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    /** Returns the processor time of the threads of this JVM that compile. */
    public static double ofCompiler() {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.map(thread -> thread.resolve("stat"))
                    .filter(ProcessorTime::compiles)
                    .mapToDouble(stat -> own(stat(stat)))
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    /** The name of the thread is in brackets: C1 or C2, and CompilerThread with a number, both cut off. */
    private static boolean compiles(Path stat) {
        try {
            return Files.readString(stat).contains(" Compiler");
        } catch (IOException e) {
            return false; // the thread has ended
        }
    }

    /** Returns the processor time used since an earlier moment. */
    public ProcessorTime since(ProcessorTime earlier) {
        return new ProcessorTime(
                client - earlier.client,
                database - earlier.database,
                broker - earlier.broker,
                machine - earlier.machine);
    }

    /** Of all that takes part. */
    public double parts() {
        return client + database + broker;
    }

    /** Of anything else on this machine: noise, and the kernel's own work. */
    public double others() {
        return Math.max(0, machine - parts());
    }

    /** A process, its children and theirs, and those children that have ended. */
    private static double family(long pid) {
        long[] root = stat(pid);
        double ended = root.length == 0 ? 0 : (root[CHILDREN_USER] + root[CHILDREN_SYSTEM]) / TICKS;
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToDouble(child -> own(stat(child.pid())))
                .reduce(own(root) + ended, Double::sum);
    }

    private static double own(long[] stat) {
        return stat.length == 0 ? 0 : (stat[USER] + stat[SYSTEM]) / TICKS;
    }

    /** The numbers behind the name, the state as 0; empty if there is no such process, or no /proc. */
    private static long[] stat(long pid) {
        return stat(Path.of("/proc", Long.toString(pid), "stat"));
    }

    private static long[] stat(Path stat) {
        try {
            String text = Files.readString(stat);
            return Arrays.stream(
                            text.substring(text.lastIndexOf(')') + 2).strip().split(" "))
                    .limit(CHILDREN_SYSTEM + 1)
                    .mapToLong(field -> Character.isLetter(field.charAt(0)) ? 0 : Long.parseLong(field))
                    .toArray();
        } catch (IOException e) {
            return new long[0];
        }
    }

    /** Everything that is not idle and not waiting for a disk, time stolen by other machines included. */
    private static double wholeMachine() {
        try {
            String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split("\\s+");
            double ticks = 0;
            for (int field : new int[] {1, 2, 3, 6, 7, 8}) {
                ticks += Long.parseLong(fields[field]);
            }
            return ticks / TICKS;
        } catch (IOException e) {
            return 0;
        }
    }
}
