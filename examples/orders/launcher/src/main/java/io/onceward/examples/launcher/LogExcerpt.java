// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The lines of a log that tell why something did not start. */
final class LogExcerpt {

    private static final int LINES = 15;
    private static final int WIDTH = 400;
    private static final Pattern RELEVANT =
            Pattern.compile("SEVERE|ERROR|OWD-\\d|Caused by:|^[\\w.]+(Exception|Error)\\b");

    private LogExcerpt() {}

    static String of(Path log) {
        try {
            List<String> lines = Files.readAllLines(log, Charset.defaultCharset());
            List<String> relevant =
                    lines.stream().filter(RELEVANT.asPredicate()).toList();
            return last(relevant.isEmpty() ? lines : relevant);
        } catch (IOException e) {
            return "  (no log: " + e.getMessage() + ")";
        }
    }

    private static String last(List<String> lines) {
        return lines.stream()
                .skip(Math.max(0, lines.size() - LINES))
                .map(line -> "  " + line.substring(0, Math.min(WIDTH, line.length())))
                .collect(Collectors.joining("\n"));
    }
}
