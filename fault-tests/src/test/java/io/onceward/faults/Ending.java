// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The end of a node.
 *
 * @param status its exit status
 * @param log the output of the node
 */
record Ending(int status, Path log) {

    /** Returns the steps that it logged. */
    Set<String> steps() {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(Steps.REPORT))
                    .map(line -> line.substring(Steps.REPORT.length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its log. */
    @Override
    public String toString() {
        try {
            return "status " + status + "\n" + Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
