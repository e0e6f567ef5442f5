// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The example of the page about adapters is the module {@code memory-adapter}, which compiles it and runs the broker contract. */
class AdapterExampleTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path PAGE = ROOT.resolve("docs/adapters.md");
    private static final Path MODULE = ROOT.resolve("memory-adapter/src");
    private static final Path CLASSES = MODULE.resolve("main/java/io/onceward/memory");
    private static final Path SERVICE =
            MODULE.resolve("main/resources/META-INF/services/io.onceward.spi.BrokerAdapter");
    private static final Path TEST = MODULE.resolve("test/java/io/onceward/memory/MemoryContractTest.java");
    private static final int MOST_LINES = 160;

    /** Reading and identifying messages is the same for each class of messages, and comes on top. */
    private static final String MESSAGES = "MemoryMessages.java";

    @Test
    void pageShowsTheAdapterAndItsTest() throws IOException {
        List<String> expected = Stream.concat(
                        classes().values().stream(), Stream.of(withoutImports(Files.readString(TEST))))
                .toList();
        assertThat(shown("java")).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(shown("text")).containsExactly(Files.readString(SERVICE).strip());
    }

    @Test
    void exampleIsShort() throws IOException {
        long lines = classes().entrySet().stream()
                .filter(file -> !file.getKey().equals(MESSAGES))
                .flatMap(file -> file.getValue().lines())
                .filter(line -> !line.isBlank())
                .count();
        assertThat(lines).isLessThanOrEqualTo(MOST_LINES);
    }

    /** Returns the names and texts of the classes, except the message, which a client library would bring. */
    private static Map<String, String> classes() throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(CLASSES)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!name.equals("MemoryMessage.java") && !name.equals("package-info.java")) {
                    found.put(name, withoutImports(Files.readString(file)));
                }
            }
        }
        return found;
    }

    private static String withoutImports(String source) {
        return source.lines()
                .filter(line ->
                        !line.startsWith("// SPDX") && !line.startsWith("package ") && !line.startsWith("import "))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private static List<String> shown(String language) throws IOException {
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1).strip())
                .toList();
    }
}
