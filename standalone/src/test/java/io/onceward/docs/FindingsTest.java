// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the findings has one row for each script. The scripts themselves run only by hand. */
class FindingsTest {

    private static final Path FOLDER = Path.of("../findings");

    /** The script's name and link, and at the end a link to a page. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| \\[`([\\w-]+\\.sh)`]\\(\\1\\) .*\\(\\.\\./.* \\|$");

    @Test
    void theTableListsEveryScriptOnce() throws IOException {
        String table = Files.readString(FOLDER.resolve("README.md"));
        List<String> listed =
                ROW.matcher(table).results().map(row -> row.group(1)).toList();
        List<String> names =
                scripts().map(Path::getFileName).map(Path::toString).toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(names);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aScriptSaysWhatIsExpectedAndSeenAndCleansUp(Path script) throws IOException {
        assertThat(script).isExecutable();
        String text = Files.readString(script);
        assertThat(text).startsWith("#!/usr/bin/env bash\n").contains("\n# Expected: ", "\n# Seen");
        assertThat(text).contains("\nset -euo pipefail\n", "work=$(mktemp -d)\n", "rm -rf \"$work\"");
    }

    static Stream<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".sh")).sorted().toList().stream();
        }
    }
}
