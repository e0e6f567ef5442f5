// SPDX-License-Identifier: Apache-2.0
package io.onceward.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables list the scenarios of a run of all of them on all servers, no more and no less. A build that runs fewer must agree
 * with them. {@code -Dtable.write} writes them instead, after {@code -Pall-servers,full}; after a build of fewer servers, only their
 * rows. A run of single scenarios
 * ({@code -Dit.test}), or on another Java than the tables', is not compared.
 */
class TableTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path PAGE = ROOT.resolve("docs").resolve("servers.md");
    private static final String BEGIN = "<!-- written by the test run: begin -->\n";
    private static final String END = "<!-- end -->\n";
    private static final String JAVA = "17";

    /** The beginnings of the names of servers that a property or a profile of their own adds. */
    private static final List<String> OPTIONAL = List.of(
            "GlassFish 7,",
            "GlassFish 8,",
            "Payara Micro 7,",
            "Payara Server, its own OpenMQ",
            "WildFly on a newer Java,");

    /** In the README. */
    private static final int COLUMN_OF_MESSAGING = 4;

    private static final boolean WRITE = System.getProperty("table.write") != null;

    private final List<Run> runs;

    TableTest() throws IOException {
        runs = System.getProperty("it.test") == null
                ? Run.all(Path.of("..")).stream()
                        .filter(run -> run.buildJava().equals(JAVA))
                        .toList()
                : List.of();
    }

    @Test
    void theReadmeSaysWhichServersWereTested() throws IOException {
        List<String> rows = runs.stream().map(Run::row).toList();
        if (WRITE) {
            write(README, rows, """
                    | server | version | Jakarta EE | Java | messaging | scenarios |
                    |---|---|---|---|---|---|
                    """);
        } else if (ranAll("scenarios")) {
            verify(rows, expected(README));
        } else {
            verify(withoutScenarios(rows), withoutScenarios(expected(README)));
        }
    }

    @Test
    void thePageListsTheTestedScenariosOfEachServer() throws IOException {
        List<String> rows = runs.stream()
                .map(run -> "| " + run.name() + " | " + String.join(", ", scenarios(run)) + " |")
                .toList();
        if (WRITE) {
            write(PAGE, rows, """
                    | server | scenarios and their tests |
                    |---|---|
                    """);
        } else if (ranAll("scenarios")) {
            verify(rows, expected(PAGE));
        } else {
            for (Run run : runs) {
                assertThat(rows(PAGE))
                        .filteredOn(row -> row.startsWith("| " + run.name() + " |"))
                        .as("row of %s", run.name())
                        .singleElement()
                        .satisfies(
                                row -> assertThat(cells(row).get(1).split(", ")).containsAll(scenarios(run)));
            }
        }
    }

    @Test
    void everyScenarioRanSomewhere() throws IOException {
        assumeTrue(ranAll("servers") && !runs.isEmpty(), "a run on all servers");
        Set<String> written = expected(PAGE).stream()
                .flatMap(row -> Stream.of(cells(row).get(1).split(", ")))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> seen =
                runs.stream().flatMap(run -> scenarios(run).stream()).collect(Collectors.toCollection(TreeSet::new));
        if (!ranAll("scenarios")) {
            Set<String> onlyInFull = SelectionTest.annotated().getOrDefault("OnlyInFull", new TreeSet<>());
            written.removeIf(scenario -> onlyInFull.contains(scenario.replaceFirst("Scenario \\d+$", "")));
        }
        assertThat(seen).isEqualTo(written);
    }

    /** Returns the rows of a table without those of servers outside of {@code -Pall-servers} that this build has not run. */
    private List<String> expected(Path page) throws IOException {
        return rows(page).stream()
                .filter(row -> OPTIONAL.stream().noneMatch(name(row)::startsWith) || isOfThisBuild(row))
                .toList();
    }

    private boolean isOfThisBuild(String row) {
        return runs.stream().anyMatch(run -> run.name().equals(name(row)));
    }

    private static String name(String row) {
        List<String> cells = cells(row);
        return cells.get(0) + (cells.size() > COLUMN_OF_MESSAGING ? ", " + cells.get(COLUMN_OF_MESSAGING) : "");
    }

    private static List<String> scenarios(Run run) {
        return run.scenarios().entrySet().stream()
                .map(scenario -> scenario.getKey() + " " + scenario.getValue())
                .toList();
    }

    private static void verify(List<String> seen, List<String> written) {
        assertThat(written).containsAll(seen);
        if (ranAll("servers") && ranAll("scenarios") && !seen.isEmpty()) {
            assertThat(new TreeSet<>(seen)).isEqualTo(new TreeSet<>(written));
        }
    }

    /** The last cell is what a build with fewer scenarios counts differently. */
    private static List<String> withoutScenarios(List<String> rows) {
        return rows.stream()
                .map(row -> row.substring(0, row.lastIndexOf(" | ")))
                .toList();
    }

    private static List<String> cells(String row) {
        return List.of(row.substring(2, row.length() - 2).split(" \\| "));
    }

    private static boolean ranAll(String what) {
        return "all".equals(System.getProperty("table." + what));
    }

    private static List<String> rows(Path page) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        return text.substring(begin, text.indexOf(END, begin)).lines().skip(2).toList();
    }

    /** Writes the rows of this build, and keeps those of servers that it has not run. */
    private void write(Path page, List<String> rows, String head) throws IOException {
        String text = Files.readString(page);
        List<String> kept = new ArrayList<>(rows(page));
        kept.removeAll(
                ranAll("servers")
                        ? expected(page)
                        : kept.stream().filter(this::isOfThisBuild).toList());
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END, begin);
        String table = Stream.concat(rows.stream(), kept.stream())
                .sorted()
                .map(row -> row + "\n")
                .collect(Collectors.joining());
        Files.writeString(page, text.substring(0, begin) + head + table + text.substring(end));
    }
}
