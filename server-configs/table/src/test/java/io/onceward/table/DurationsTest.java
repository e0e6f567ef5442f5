// SPDX-License-Identifier: Apache-2.0
package io.onceward.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurationsTest {

    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    private Path root;

    @BeforeEach
    void writeReports() throws IOException {
        write("src/target/surefire-reports", "io.onceward.FastTest", 3, "0.5", START);
        write("src/target/surefire-reports", "io.onceward.SlowTest", 2, "1,065.25", START.plusSeconds(1));
        write("wildfly/target/failsafe-reports-preview", "io.onceward.SmokeScenario", 4, "61", START.plusSeconds(2));
        write("src/target/surefire-reports", "io.onceward.FormerTest", 9, "99", START.minusSeconds(1));
    }

    @Test
    void modulesAndClassesArePrintedFromTheSlowest() throws Exception {
        assertThat(Durations.lines(TestReport.all(root, START)))
                .containsExactly(
                        "Time of the tests by module; modules, and the processes of a module, run side by side:",
                        "  17:45  5 tests                          src",
                        "   1:01  4 tests                          wildfly (preview)",
                        "Slowest test classes:",
                        "  17:45  SlowTest                         src",
                        "   1:01  SmokeScenario                    wildfly (preview)",
                        "   0:00  FastTest                         src");
    }

    private void write(String folder, String testClass, int tests, String time, Instant written) throws IOException {
        Path file = Files.createDirectories(root.resolve(folder)).resolve("TEST-" + testClass + ".xml");
        Files.writeString(file, """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="%s" time="%s" tests="%d" errors="0"><testcase name="a"/></testsuite>
                """.formatted(testClass, time, tests));
        Files.setLastModifiedTime(file, FileTime.from(written));
    }
}
