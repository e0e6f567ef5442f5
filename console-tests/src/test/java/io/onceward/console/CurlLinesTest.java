// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.fixture.Installed;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The curl lines of the pages, as a reader pastes them into a shell, with another address and user. */
class CurlLinesTest {

    private static final List<Path> PAGES = Stream.of("console.md", "runbook.md")
            .map(Path.of("..", "docs")::resolve)
            .toList();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```sh\\n(.*?)^ *```");
    private static final Pattern LINE = Pattern.compile("(?:.*\\\\\\n)*.*\\n?");
    private static final Pattern SPAN = Pattern.compile("`(curl [^`]*)`");

    private static final String ADDRESS = "https://shop.example/shop/onceward/";

    /** The exit of curl for a status of 400 or more, with {@code --fail} or {@code --fail-with-body}. */
    private static final int REFUSED = 22;

    @TempDir
    private Path home;

    private ConsoleServer server;

    private record Outcome(int exit, String output) {}

    @BeforeEach
    void start() throws Exception {
        Installed.require(
                Files.isExecutable(Path.of("/usr/bin/curl")) && Files.isExecutable(Path.of("/bin/bash")), "curl");
        server = ConsoleServer.withLogin();
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path page : PAGES) {
            lines.addAll(lines(Files.readString(page)));
        }
        return lines;
    }

    private static List<String> lines(String page) {
        Stream<String> inBlocks = BLOCK.matcher(page).results().flatMap(block -> LINE.matcher(
                        block.group(1).stripIndent())
                .results()
                .map(line -> line.group().strip()));
        Stream<String> inText =
                SPAN.matcher(BLOCK.matcher(page).replaceAll("")).results().map(span -> span.group(1));
        return Stream.concat(inBlocks, inText)
                .filter(line -> line.contains("curl "))
                .toList();
    }

    @Test
    void linesOfBothPagesAreFound() throws IOException {
        assertThat(lines()).hasSizeGreaterThan(5).anyMatch(line -> line.contains("api/status"));
        assertThat(lines("```sh\ncurl a \\\n  b\ncurl c\n```\n`curl d` `mvn e`\n"))
                .containsExactly("curl a \\\n  b", "curl c", "curl d");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void lineDoesWhatItSays(String line) throws Exception {
        if (line.contains("api/status")) {
            assertThat(run(line).exit()).as("while something is stuck").isEqualTo(REFUSED);
            server.outbox.discard(EventFilter.all(), "ada");
            server.outbox.purge(EventFilter.all().withQueue("shipments"), "ada");
            server.inbox.discard(EventFilter.all(), "ada");
        }
        Outcome outcome = run(line);
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        JsonObject answer =
                Json.createReader(new StringReader(outcome.output())).readObject();
        assertThat(answer.getInt("count", 1)).as("changed events").isPositive();
        assertThat(answer.getBoolean("changed", true)).isTrue();
        if (answer.containsKey("events")) {
            assertThat(answer.getJsonArray("events")).isNotEmpty();
        }
    }

    /** Each mistake of a line, such as a header that is missing, is a refusal. */
    @Test
    void mistakeOfALineIsFound() throws Exception {
        String right = lines().stream()
                .filter(line -> line.contains("api/outbox/requeue"))
                .findFirst()
                .orElseThrow();
        assertThat(run(right.replace("X-Onceward-Console", "X-Console")).exit()).isEqualTo(REFUSED);
        assertThat(run(right.replace("\"queue\"", "\"channel\"")).output()).contains("OWD-0154");
    }

    private Outcome run(String line) throws Exception {
        String command = line.replace(ADDRESS, server.address().toString())
                .replace("-u ada ", "-u operator:" + ConsoleServer.PASSWORD + " ");
        assertThat(command).as("another address than " + ADDRESS).doesNotContain("https://");
        assertThat(command)
                .as("the user ada")
                .isNotEqualTo(line.replace(ADDRESS, server.address().toString()));
        boolean fails = line.matches("(?s).*curl -f .*");
        Files.writeString(home.resolve(".curlrc"), "silent\nshow-error\n" + (fails ? "" : "fail-with-body\n"));
        ProcessBuilder bash = new ProcessBuilder("/bin/bash", "-c", command).redirectErrorStream(true);
        bash.environment().put("CURL_HOME", home.toString());
        Process curl = bash.start();
        String output = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(curl.waitFor(), output);
    }
}
