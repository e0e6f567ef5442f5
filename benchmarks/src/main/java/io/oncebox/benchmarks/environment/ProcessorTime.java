// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.environment;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Processor time in seconds at one moment, of everything that takes part and of the whole machine. From Linux' /proc;
 * elsewhere only that of this JVM is known, and the others are 0.
 *
 * @param client this JVM
 * @param database all processes of the database
 * @param broker the broker's JVM
 * @param machine everything that runs here
 */
public record ProcessorTime(double client, double database, double broker, double machine) {

    /** Ticks a second, as Linux shows them to every user program. */
    private static final double TICKS = 100;

    /** Fields behind the name in /proc/PID/stat. */
    private static final int PARENT = 1;

    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    public static ProcessorTime now(Postgres database, Broker broker) {
        return new ProcessorTime(
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9,
                family(database.pid()),
                own(stat(Long.toString(broker.pid()))),
                wholeMachine());
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

    /** A process, its children, and those of them that have ended. */
    private static double family(long pid) {
        String parent = Long.toString(pid);
        long[] root = stat(parent);
        double sum = own(root) + (root.length == 0 ? 0 : (root[CHILDREN_USER] + root[CHILDREN_SYSTEM]) / TICKS);
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                long[] child = stat(process.getFileName().toString());
                if (child.length > 0 && child[PARENT] == pid) {
                    sum += own(child);
                }
            }
        } catch (IOException e) {
            return 0; // no /proc here
        }
        return sum;
    }

    private static double own(long[] stat) {
        return stat.length == 0 ? 0 : (stat[USER] + stat[SYSTEM]) / TICKS;
    }

    /** The numbers behind the name, the state as 0; empty if there is no such process, or no /proc. */
    private static long[] stat(String pid) {
        try {
            String text = Files.readString(Path.of("/proc", pid, "stat"));
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
