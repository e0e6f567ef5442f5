// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The log of faults, with their times. Thread-safe. */
final class Journal implements AutoCloseable {

    /** An event of the storm at a time. */
    record Entry(Instant at, String what) {

        @Override
        public String toString() {
            return at.truncatedTo(ChronoUnit.MILLIS) + " " + what;
        }
    }

    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final PrintWriter out;

    Journal(Path file) throws IOException {
        out = new PrintWriter(Files.newBufferedWriter(file), true);
    }

    void note(String what) {
        Entry entry = new Entry(Instant.now(), what);
        entries.add(entry);
        out.println(entry);
        System.out.println(entry);
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    @Override
    public void close() {
        out.close();
    }
}
