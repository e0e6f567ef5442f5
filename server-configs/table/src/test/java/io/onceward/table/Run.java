// SPDX-License-Identifier: Apache-2.0
package io.onceward.table;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The record of a run of the scenarios on a server.
 *
 * @param java the Java of the server
 * @param buildJava the Java of the build
 * @param scenarios the number of passed tests by class
 */
record Run(
        String server,
        String version,
        String jakartaEe,
        String java,
        String buildJava,
        String messaging,
        Map<String, Integer> scenarios) {

    private static final Pattern WRITTEN = Pattern.compile(".*[/\\\\]target[/\\\\]tested[/\\\\][a-z-]+\\.properties");
    private static final String SCENARIO = "scenario.";

    /** The runs of this build, in the order of their names. */
    static List<Run> all(Path serverConfigs) throws IOException {
        try (Stream<Path> files = Files.find(serverConfigs, 5, (file, attributes) -> WRITTEN.matcher(file.toString())
                .matches())) {
            return files.map(Run::read).sorted(Comparator.comparing(Run::name)).toList();
        }
    }

    private static Run read(Path file) {
        Properties lines = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            lines.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Integer> scenarios = new TreeMap<>();
        for (String name : lines.stringPropertyNames()) {
            if (name.startsWith(SCENARIO)) {
                scenarios.put(name.substring(SCENARIO.length()), Integer.valueOf(lines.getProperty(name)));
            }
        }
        return new Run(
                lines.getProperty("server"),
                lines.getProperty("version"),
                lines.getProperty("jakartaee"),
                lines.getProperty("java"),
                lines.getProperty("build-java"),
                lines.getProperty("messaging"),
                scenarios);
    }

    String name() {
        return server + ", " + messaging;
    }

    /** Its line in the README. */
    String row() {
        int tests = scenarios.values().stream().mapToInt(Integer::intValue).sum();
        return "| " + server + " | " + version + " | " + jakartaEe + " | " + java + " | " + messaging + " | "
                + scenarios.size() + " with " + tests + " tests |";
    }
}
