// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The facts of the verdict lead to entries that the runbook has. */
class RunbookEntryTest {

    @Test
    void eachCodeIsTheAnchorOfAHeading() throws IOException {
        List<String> anchors = Files.readAllLines(Path.of("..", "docs", "runbook.md")).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
        assertThat(Stream.of(RunbookEntry.values()).map(RunbookEntry::anchor)).isSubsetOf(anchors);
    }
}
