// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page lists each key of the code once, with its type, default and meaning, and no other key. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void pageListsEachKeyOfTheApplicationOnceAndNoOther() throws IOException {
        String section = section("## Keys of the application", "## Keys of an outgoing channel");
        assertThat(section.lines().filter(line -> line.startsWith("| `")))
                .containsExactlyInAnyOrderElementsOf(rows(key -> !key.isOutgoing() && !key.isIncoming()));
    }

    @Test
    void pageListsTheKeysOfChannels() throws IOException {
        assertThat(section("## Keys of an outgoing channel", "## Keys of an incoming channel"))
                .contains(table(Key::isOutgoing));
        assertThat(section("## Keys of an incoming channel", "## Broker adapters"))
                .contains(table(Key::isIncoming));
    }

    private static String section(String from, String to) throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf(from), page.indexOf(to));
    }

    private static String table(Predicate<Key> which) {
        return rows(which).stream()
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n\n"));
    }

    private static List<String> rows(Predicate<Key> which) {
        return Arrays.stream(Key.values())
                .filter(which)
                .map(ConfigurationPageTest::row)
                .toList();
    }

    private static String row(Key key) {
        String value = key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.text() + "` | " + key.type() + " | " + value + " | " + key.meaning() + " |";
    }
}
