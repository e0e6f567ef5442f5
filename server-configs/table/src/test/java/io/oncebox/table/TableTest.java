// SPDX-License-Identifier: Apache-2.0
package io.oncebox.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The tables say what this build has seen, no more and no less. {@code -Dtable.write} writes them instead, after a run on
 * all servers. A run of single scenarios ({@code -Dit.test}), or on another Java than the tables', tells nothing of them.
 */
class TableTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path PAGE = ROOT.resolve("docs").resolve("servers.md");
    private static final String BEGIN = "<!-- written by the test run: begin -->\n";
    private static final String END = "<!-- end -->\n";
    private static final String JAVA = "17";

    private final List<Run> runs;

    TableTest() throws IOException {
        runs = System.getProperty("it.test") == null
                ? Run.all(Path.of("..")).stream()
                        .filter(run -> run.java().equals(JAVA))
                        .toList()
                : List.of();
    }

    @Test
    void theReadmeSaysWhichServersWereTested() throws IOException {
        verify(README, runs.stream().map(Run::row).toList(), """
                | server | version | Jakarta EE | Java | messaging | scenarios |
                |---|---|---|---|---|---|
                """);
    }

    @Test
    void thePageListsTheTestedScenariosOfEachServer() throws IOException {
        List<String> rows = runs.stream()
                .map(run -> "| " + run.name() + " | "
                        + run.scenarios().entrySet().stream()
                                .map(scenario -> scenario.getKey() + " " + scenario.getValue())
                                .collect(Collectors.joining(", "))
                        + " |")
                .toList();
        verify(PAGE, rows, """
                | server | scenarios and their tests |
                |---|---|
                """);
    }

    private static void verify(Path page, List<String> rows, String head) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END, begin);
        if (System.getProperty("table.write") != null) {
            String table = rows.stream().map(row -> row + "\n").collect(Collectors.joining());
            Files.writeString(page, text.substring(0, begin) + head + table + text.substring(end));
            return;
        }
        List<String> written = new ArrayList<>(
                text.substring(begin, end).lines().skip(head.lines().count()).toList());
        assertThat(written).as("rows of %s", page.getFileName()).containsAll(rows);
        if (Boolean.getBoolean("table.complete") && !rows.isEmpty()) {
            assertThat(new TreeSet<>(rows)).isEqualTo(new TreeSet<>(written));
        }
    }
}
