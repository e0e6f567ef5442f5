// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** Every figure of every slice, as soon as it is known. */
public final class CsvFile {

    private final Path file;

    public CsvFile(Path file) throws IOException {
        this.file = file;
        Files.writeString(file, "metric,repetition,contestant,variant,figure,value\n");
    }

    public void add(String metric, int repetition, String contestant, String variant, Map<String, Double> figures)
            throws IOException {
        StringBuilder lines = new StringBuilder();
        figures.forEach((figure, value) -> lines.append(String.join(
                        ",",
                        metric,
                        Integer.toString(repetition),
                        contestant,
                        variant,
                        figure,
                        value.isNaN() ? "" : value.toString())
                + "\n"));
        Files.writeString(file, lines, StandardOpenOption.APPEND);
    }
}
