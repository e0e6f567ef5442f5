// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The configuration page and the code agree. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void pageListsEveryKeyAsTheCodeHasIt() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page)
                .contains(table(key -> !key.ofChannel() && !key.ofIncoming()))
                .contains(table(Key::ofChannel))
                .contains(table(Key::ofIncoming));
    }

    private static String table(Predicate<Key> which) {
        return Arrays.stream(Key.values())
                .filter(which)
                .map(ConfigurationPageTest::row)
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n"));
    }

    private static String row(Key key) {
        String value = key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.text() + "` | " + key.type() + " | " + value + " | " + key.meaning() + " |";
    }
}
