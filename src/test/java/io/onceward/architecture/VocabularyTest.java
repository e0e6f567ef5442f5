// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.architecture.Vocabulary.Allowed;
import io.onceward.architecture.Vocabulary.Rule;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One thing has one word: no file of any module uses a word of the {@link Vocabulary}. */
class VocabularyTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern CHECKED =
            Pattern.compile(".*\\.(java|js|sql|md|html|css|xml|cli|asadmin|properties|tla|cfg|json|ya?ml)"
                    + "|.*/\\.ci/[^/]+|.*/META-INF/services/[^/]+");

    /** Hidden folders with files of the project. */
    private static final Set<String> HIDDEN = Set.of(".ci", ".github");

    /** The words themselves, and their examples. */
    private static final Pattern VOCABULARY = Pattern.compile(".*/architecture/(Vocabulary|VocabularyTest)\\.java");

    @Test
    void noFileUsesAWordThatIsReplaced() throws IOException {
        List<String> found = new ArrayList<>();
        Set<Allowed> used = new HashSet<>();
        for (Path file : files()) {
            String path = ROOT.relativize(file).toString().replace('\\', '/');
            found.addAll(check(path, Files.readString(file), used));
        }
        assertThat(found).isEmpty();
        assertThat(used).as("exceptions that are needed").containsExactlyInAnyOrderElementsOf(Vocabulary.ALLOWED);
    }

    @Test
    void filesOfAllModulesAreRead() throws IOException {
        assertThat(files())
                .map(file -> ROOT.relativize(file).getName(0).toString())
                .contains(
                        "src", "jms-adapter", "standalone", "ejb-module", "arquillian-tests", "server-configs", "docs")
                .contains("README.md", ".ci");
        assertThat(files())
                .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                .contains("docs/grafana.json", ".ci/run");
    }

    @ParameterizedTest
    @CsvSource({
        "src/main/java/X.java, int openReceptions = 0;",
        "src/main/java/X.java, /** What waits in the queue. */",
        "src/test/java/X.java, // it goes to whoever reads it",
        "src/main/java/X.java, void tellSink() {}",
        "src/main/java/X.java, String queueLine;",
        "src/main/java/X.java, class Received {}",
        "src/main/java/X.java, String s = \"for how long it is known\";",
        "src/main/java/X.java, String s = \"FAILED\";",
        "jms-adapter/src/main/java/X.java, JmsLink opened;",
        "src/main/resources/x.js, const strays = 1;",
        "src/main/resources/x.sql, -- state: PENDING or FAILED",
        "docs/x.md, A page of 5000 events is none.",
        "docs/x.md, State of things",
        "server-configs/x.cli, # nobody reads it",
        "src/test/java/X.java, int passes;",
        "src/test/java/X.java, Relay another = relay;",
        "src/test/java/X.java, String pausedLine;",
        "src/test/java/X.java, boolean quiet;",
        "src/test/java/X.java, record Delivery() {}",
        "arquillian-tests/src/main/java/X.java, record Received(String text) {}",
        "src/main/java/X.java, enum State { FAILED }",
        "fault-tests/src/test/java/X.java, JmsLink link;",
        "docs/x.json, Broker transactions and passes",
        ".ci/run, # whoever starts it",
        "docs/x.md, the line of a channel",
        "src/main/java/X.java, void rest() {}",
        "src/test/java/X.java, Duration longestRest;",
        "src/test/java/X.java, String s = \"a relay at rest\";",
        "src/test/java/X.java, /** Longer than the longest rest of the relay. */",
        "src/main/java/X.java, /** The name of who changes something. */",
        "docs/model/X.tla, \\* from who lost the message",
        "server-configs/pom.xml, <!-- For who starts servers without Failsafe -->",
    })
    void wordThatIsReplacedIsFound(String path, String text) {
        assertThat(check(path, text, new HashSet<>())).isNotEmpty();
    }

    @Test
    void phraseIsFoundAcrossLines() {
        String comment = "/**\n * It shows what\n * waits.\n */\nclass X {}";
        assertThat(check("src/main/java/X.java", comment, new HashSet<>()))
                .singleElement()
                .asString()
                .startsWith("src/main/java/X.java:2: ");
    }

    @ParameterizedTest
    @CsvSource({
        "src/main/java/X.java, String password = given;",
        "src/test/java/X.java, for (String line : log.lines().toList()) {}",
        "src/main/java/X.java, // pass it to the builder; there is none",
        "src/main/java/X.java, class IdempotentCalls {}",
        "src/main/java/X.java, String header = \"Retry-After\";",
        "src/test/java/X.java, String name = \"jdbc/nobody\";",
        "arquillian-tests/src/main/java/X.java, span.addLink(context);",
        "docs/x.md, The links of `what waits` and a garbage collection.",
        "src/test/java/X.java, void anotherOperatorIsRefused() {}",
        "src/test/java/X.java, void failed() {}",
        "docs/x.md, The check passes on a quiet machine.",
        "docs/x.md, The relay publishes the rest of the events. See REST.",
        "src/main/java/X.java, class RestResource {}",
        "src/main/resources/x.js, const rest = seconds % size;",
        "docs/x.md, The log names who did it. Events of orders whose broker is down.",
    })
    void otherWordIsNotFound(String path, String text) {
        assertThat(check(path, text, new HashSet<>())).isEmpty();
    }

    private static List<String> check(String path, String text, Set<Allowed> used) {
        List<String> found = new ArrayList<>();
        SourceText source = new SourceText(path, text);
        for (Rule rule : Vocabulary.RULES) {
            if (!rule.paths().matcher(path).find()) {
                continue;
            }
            for (Integer number : source.linesWith(rule.word(), rule.part())) {
                String line = source.line(number);
                List<Allowed> allowed = Vocabulary.ALLOWED.stream()
                        .filter(each -> path.endsWith(each.path()) && line.contains(each.line()))
                        .toList();
                used.addAll(allowed);
                if (allowed.isEmpty()) {
                    found.add(path + ":" + number + ": " + line + " | instead: " + rule.instead());
                }
            }
        }
        return found;
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean hidden = name.startsWith(".") && !HIDDEN.contains(name);
                boolean ofPages = directory.equals(ROOT.resolve("first"));
                boolean skipped = !directory.equals(ROOT) && (name.equals("target") || ofPages || hidden);
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String path = file.toString().replace('\\', '/');
                if (CHECKED.matcher(path).matches() && !VOCABULARY.matcher(path).matches()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
