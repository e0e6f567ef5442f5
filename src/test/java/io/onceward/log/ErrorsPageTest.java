// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The errors page and the code agree: each code has one entry with its message, severity, place, cause and fix, and there is
 * no entry without a code.
 */
class ErrorsPageTest {

    private static final Path ROOT = Path.of("..");
    private static final Path DOCS = ROOT.resolve("docs");

    private static final String LITERALS = "((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+)";
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ERROR = Pattern.compile(
            "\\b(error|[a-zA-Z]+Error)\\(\\s*(?:(?:Kind\\.\\w+|kind),\\s*)?\"(\\d{4})\",\\s*(?:null|cause),\\s*"
                    + LITERALS);
    private static final Pattern LOGGED = Pattern.compile("(Level\\.\\w+,)\\s*(?=\"OWD-(\\d{4}): )" + LITERALS);
    private static final Pattern PARAMETER = Pattern.compile("\\{\\d(?:,(?:[^{}]|\\{\\d})*)?}");

    private static final Pattern ENTRY = Pattern.compile("""
            (?m)^### OWD-(\\d{4})

            `(.+)`

            - \\*\\*Severity:\\*\\* (.+)
            - \\*\\*Where:\\*\\* (.+)
            - \\*\\*Cause:\\*\\* (.+(?:\\n  .+)*)
            (?:- \\*\\*Fix:\\*\\* (.+(?:\\n  .+)*)
            )?""");

    /** Logged when all is well, so nothing needs a fix. */
    private static final Set<String> GOOD_NEWS = Set.of("Information", "Debug");

    /** The severities and the places that go with each. */
    private static final Map<String, Set<String>> PLACES = Map.ofEntries(
            Map.entry("Refused deployment", Set.of("deployment error", "exception of the builder")),
            Map.entry("Postponed start", Set.of("log")),
            Map.entry("Refused call", Set.of("exception")),
            Map.entry("Refused request", Set.of("HTTP problem")),
            Map.entry("Refused message", Set.of("exception")),
            Map.entry("Refused event", Set.of("log")),
            Map.entry("Failed attempt", Set.of("log")),
            Map.entry("Parked event", Set.of("log")),
            Map.entry("Parked message", Set.of("log")),
            Map.entry("Error", Set.of("log")),
            Map.entry("Warning", Set.of("log")),
            Map.entry("Information", Set.of("log")),
            Map.entry("Debug", Set.of("log")));

    private static final Map<String, String> LEVELS = Map.of(
            "Level.INFO,",
            "Information",
            "Level.DEBUG,",
            "Debug",
            "Level.WARNING,",
            "Warning",
            "Level.ERROR,",
            "Error");

    /** A code in the sources. */
    private record Code(String number, String maker, String message) {

        boolean refusesDeployment() {
            return maker.equals("deploymentError");
        }
    }

    private record Entry(String number, String message, String severity, String where, String fix) {}

    private static String page;
    private static Map<String, Entry> entries;
    private static List<Code> codes;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(DOCS.resolve("errors.md"));
        entries = new TreeMap<>();
        ENTRY.matcher(page)
                .results()
                .map(found -> new Entry(found.group(1), found.group(2), found.group(3), found.group(4), found.group(6)))
                .forEach(entry -> assertThat(entries.put(entry.number(), entry))
                        .as("another entry of OWD-" + entry.number())
                        .isNull());
        codes = new ArrayList<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            ERROR.matcher(text).results().map(ErrorsPageTest::ofException).forEach(codes::add);
            LOGGED.matcher(text).results().map(ErrorsPageTest::ofLog).forEach(codes::add);
        }
    }

    @Test
    void eachCodeHasAnEntryAndEachEntryACode() {
        Set<String> known = codes.stream().map(Code::number).collect(Collectors.toCollection(TreeSet::new));
        assertThat(known).hasSizeGreaterThan(100);
        assertThat(entries.keySet()).isEqualTo(known);
        assertThat(page.lines().filter(line -> line.startsWith("### "))).hasSameSizeAs(entries.keySet());
    }

    @Test
    void noCodeIsUsedTwice() {
        assertThat(codes.stream().filter(code -> !isStackTrace(code)).map(Code::number))
                .doesNotHaveDuplicates();
    }

    @Test
    void noCodeIsMadeInAnotherWay() throws IOException {
        Set<String> known = codes.stream().map(Code::number).collect(Collectors.toSet());
        for (Path source : sources()) {
            assertThat(numbers(
                            "(?:rror\\(\\s*(?:(?:Kind\\.\\w+|kind),\\s*)?\"|\"OWD-)(\\d{4})\\b",
                            Files.readString(source)))
                    .as(source.toString())
                    .isSubsetOf(known);
        }
    }

    @Test
    void entriesHaveTheTextsOfTheCode() {
        assertThat(codes).filteredOn(code -> !isStackTrace(code)).allSatisfy(code -> assertThat(
                        entries.get(code.number()).message())
                .isEqualTo(code.message()));
    }

    @Test
    void severityIsThatOfTheCode() {
        assertThat(codes).filteredOn(code -> !isStackTrace(code)).allSatisfy(code -> {
            Entry entry = entries.get(code.number());
            String level = LEVELS.get(code.maker());
            if (level != null) {
                assertThat(entry.severity()).isEqualTo(level);
            } else if (code.refusesDeployment()) {
                assertThat(entry.severity()).isIn("Refused deployment", "Postponed start");
            } else {
                assertThat(entry.severity()).isNotIn("Refused deployment", "Postponed start");
            }
        });
    }

    @Test
    void placeFitsTheSeverity() {
        assertThat(entries.values()).allSatisfy(entry -> assertThat(PLACES)
                .hasEntrySatisfying(entry.severity(), places -> assertThat(places)
                        .anySatisfy(place -> assertThat(entry.where()).startsWith(place))));
    }

    @Test
    void whatIsNoGoodNewsTellsItsFix() {
        assertThat(entries.values())
                .filteredOn(entry -> !GOOD_NEWS.contains(entry.severity()))
                .allSatisfy(entry -> assertThat(entry.fix()).isNotNull().doesNotStartWith("None"));
    }

    /** An apostrophe that is not doubled makes the format ignore the text behind it; without a value there is no format. */
    @Test
    void apostrophesOfLoggedTextsAreDoubledIfTheyHaveValues() throws IOException {
        for (Path source : sources()) {
            assertThat(LOGGED.matcher(Files.readString(source)).results().map(found -> joined(found.group(3))))
                    .as(source.toString())
                    .allSatisfy(text -> assertThat(text)
                            .doesNotContainPattern(text.matches("(?s).*\\{\\d.*") ? "(?<!')'(?!')" : "''"));
        }
    }

    @Test
    void tableOfContentsLinksEachEntryOnce() {
        assertThat(numbers("\\[\\d{4}]\\(#owd-(\\d{4})\\)", page))
                .containsExactlyInAnyOrderElementsOf(entries.keySet());
    }

    @Test
    void pagesNameCodesThatExist() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS)) {
            for (Path file :
                    pages.filter(path -> path.toString().endsWith(".md")).toList()) {
                String text = Files.readString(file);
                assertThat(numbers("OWD-(\\d{4})", text)).as(file.toString()).isSubsetOf(entries.keySet());
                assertThat(numbers("#owd-(\\d{4})", text)).as(file.toString()).isSubsetOf(entries.keySet());
            }
        }
    }

    private static Code ofException(MatchResult found) {
        return new Code(found.group(2), found.group(1), joined(found.group(3)).replaceAll("%[sd]", "…"));
    }

    private static Code ofLog(MatchResult found) {
        String text = joined(found.group(3)).substring("OWD-0000: ".length());
        String message = PARAMETER.matcher(text).replaceAll("…").replace("''", "'");
        return new Code(found.group(2), found.group(1), message.endsWith(" ") ? message + "…" : message);
    }

    /** A second entry at a finer level, with the stack trace of the first one. */
    private static boolean isStackTrace(Code code) {
        return code.maker().equals("Level.DEBUG,") && code.message().startsWith("Stack trace");
    }

    private static String joined(String literals) {
        return LITERAL.matcher(literals)
                .results()
                .map(literal -> literal.group(1))
                .collect(Collectors.joining())
                .replace("\\\"", "\"");
    }

    private static List<String> numbers(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The product's sources of all modules. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean skipped = name.equals("target")
                        || directory.endsWith(Path.of("src", "test"))
                        || (name.startsWith(".") && !name.equals(".."));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java") && !file.toString().contains("scenarios")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
