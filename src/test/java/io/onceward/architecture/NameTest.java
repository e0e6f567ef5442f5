// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No file has the project's earlier name, which belongs to another library, or its earlier prefix of error codes. */
class NameTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** In two parts each, so that this file has none of them. */
    private static final List<String> EARLIER = List.of("once" + "box", "ob" + "x-");

    private static final String ALLOWED = "The project was called Once" + "box before.";
    private static final Set<String> NOT_IN_THE_REPOSITORY = Set.of(".git", "target", "node_modules", ".idea");

    @Test
    void onlyTheChangelogHasTheEarlierName() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            assertThat(files.filter(NameTest::isInTheRepository).filter(NameTest::hasEarlierName))
                    .isEmpty();
        }
    }

    private static boolean isInTheRepository(Path file) {
        for (Path part : ROOT.relativize(file)) {
            if (NOT_IN_THE_REPOSITORY.contains(part.toString())) {
                return false;
            }
        }
        return Files.isRegularFile(file);
    }

    private static boolean hasEarlierName(Path file) {
        try {
            // Any bytes are text in this character set, and the name has only ASCII letters.
            String text = Files.readString(file, StandardCharsets.ISO_8859_1).replace(ALLOWED, "");
            String all = (ROOT.relativize(file) + "\n" + text).toLowerCase(Locale.ROOT);
            return EARLIER.stream().anyMatch(all::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
