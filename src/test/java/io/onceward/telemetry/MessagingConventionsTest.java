// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One class has the names of the conventions for spans, and {@code docs/tracing.md} states their version. */
class MessagingConventionsTest {

    private static final Path SOURCES = Path.of("main", "java");

    @Test
    void pageStatesTheVersionAndEachAttribute() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "tracing.md"));
        assertThat(page)
                .contains("of version " + MessagingConventions.VERSION + ",")
                .contains("`" + MessagingConventions.SCHEMA + "`");
        int attributes = 0;
        for (Field field : MessagingConventions.class.getDeclaredFields()) {
            if (field.getType() == AttributeKey.class) {
                assertThat(page).contains("`" + ((AttributeKey<?>) field.get(null)).getKey() + "`");
                attributes++;
            }
        }
        assertThat(attributes).isPositive();
    }

    /** The names of metrics stand with the metrics. */
    @Test
    void noOtherClassNamesAttributesOfTheConventions() throws IOException {
        List<String> found;
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            found = sources.filter(source -> source.toString().endsWith(".java"))
                    .filter(MessagingConventionsTest::namesAttributes)
                    .map(source -> source.getFileName().toString())
                    .toList();
        }
        assertThat(found).containsExactlyInAnyOrder("MessagingConventions.java", "Metric.java");
    }

    private static boolean namesAttributes(Path source) {
        try {
            return Files.readString(source).contains("\"messaging.");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
