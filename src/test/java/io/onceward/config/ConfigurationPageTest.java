// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page lists each key of the code once, with its type, its default and a meaning, and no other key. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    /** A row without its meaning, which must not be empty. */
    private static final Pattern ROW = Pattern.compile("(\\| `[^`]+` \\|[^|]*\\|[^|]*\\|) \\S.* \\|");

    @Test
    void pageListsEachKeyOfTheApplicationOnceAndNoOther() throws IOException {
        assertThat(rows("## Keys of the application", "## Keys of an outgoing channel"))
                .containsExactlyInAnyOrderElementsOf(keys(key -> !key.isOutgoing() && !key.isIncoming()));
    }

    @Test
    void pageListsTheKeysOfChannels() throws IOException {
        assertThat(rows("## Keys of an outgoing channel", "## Keys of an incoming channel"))
                .isEqualTo(keys(Key::isOutgoing));
        assertThat(rows("## Keys of an incoming channel", "## Broker adapters")).isEqualTo(keys(Key::isIncoming));
    }

    /** Returns the rows of a section of the page, without the meanings. */
    private static List<String> rows(String from, String to) throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf(from), page.indexOf(to))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(ConfigurationPageTest::withoutMeaning)
                .toList();
    }

    private static String withoutMeaning(String line) {
        Matcher row = ROW.matcher(line);
        assertThat(row.matches()).as(line).isTrue();
        return row.group(1);
    }

    private static List<String> keys(Predicate<Key> which) {
        return Arrays.stream(Key.values())
                .filter(which)
                .map(ConfigurationPageTest::row)
                .toList();
    }

    private static String row(Key key) {
        String value = key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.text() + "` | " + key.type() + " | " + value + " |";
    }
}
