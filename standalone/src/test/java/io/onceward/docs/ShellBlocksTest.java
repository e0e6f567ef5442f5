// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands on the pages, which readers paste into an interactive bash or zsh, on Linux or macOS. */
class ShellBlocksTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```sh\\n(.*?)^ *```");

    /** A command in a sentence or a table. */
    private static final Pattern SPAN = Pattern.compile("`((?:mvn|java|curl) [^`]*)`");

    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");

    private static final Pattern INDENTED = Pattern.compile("(?m)^ {4,}((?:mvn|java|curl) .*)$");

    private static final Pattern HERE_DOCUMENT = Pattern.compile("(?ms)<<'(\\w+)'\\n.*?^\\1$");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");

    /** The list of the programs that a page needs. */
    private static final Pattern REQUIRED = Pattern.compile("You need [^\\n]*unzip");

    @TempDir
    private Path folder;

    static Stream<Path> pages() {
        return PagesTest.pages().stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsRunInBashAndZsh(Path page) throws IOException {
        assertThat(mistakes(Files.readString(page))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void blocksAreCompleteCommands(Path page) throws Exception {
        List<String> blocks = blocks(Files.readString(page));
        if (!blocks.isEmpty()) {
            assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
            for (String block : blocks) {
                assertThat(complaint(block)).as(block).isEmpty();
            }
        }
    }

    @Test
    void mistakesAreFound() {
        String page = """
                ```sh
                curl http://localhost:8080/place?id=1
                curl 'http://localhost:8080/place?id=1' # once more
                sed -i '/x/d' server.xml
                unzip server.zip
                mvn test -Dtest=*FuzzTest
                cat > Orders.java <<'EOF'
                // a comment? yes # and more
                EOF
                ```

                    curl http://localhost:8080

                Or `mvn verify -P!payara-micro`, `mvn verify -P'!payara-micro'`, `mvn test -Dtest=One#method`.
                """;
        assertThat(mistakes(page))
                .containsExactly(
                        "zsh expands ?: curl http://localhost:8080/place?id=1",
                        "an interactive zsh has no comments: curl  # once more",
                        "sed -i differs on macOS: sed -i  server.xml",
                        "zsh expands *: mvn test -Dtest=*FuzzTest",
                        "a shell expands !: mvn verify -P!payara-micro",
                        "not in a block of sh: curl http://localhost:8080",
                        "the page does not list unzip");
        assertThat(mistakes("You need Maven, `curl` and `unzip`.\n\n```sh\nunzip server.zip\n```\n"))
                .isEmpty();
    }

    private static List<String> mistakes(String page) {
        List<String> found = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        blocks(page).stream()
                .map(block -> HERE_DOCUMENT.matcher(block).replaceAll(""))
                .flatMap(String::lines)
                .forEach(commands::add);
        SPAN.matcher(page).results().map(span -> span.group(1)).forEach(commands::add);
        for (String command : commands) {
            String unquoted = QUOTED.matcher(command).replaceAll("");
            add(found, unquoted, "\\?", "zsh expands ?");
            add(found, unquoted, "(?:^|\\s)#", "an interactive zsh has no comments");
            add(found, unquoted, "\\bsed\\b.* -i\\b", "sed -i differs on macOS");
            add(found, unquoted, "\\s-\\S*\\*", "zsh expands *");
            add(found, unquoted, "!", "a shell expands !");
        }
        INDENTED.matcher(FENCED.matcher(page).replaceAll(""))
                .results()
                .forEach(command -> found.add("not in a block of sh: " + command.group(1)));
        boolean unzips = commands.stream().anyMatch(command -> command.startsWith("unzip "));
        if (unzips && !REQUIRED.matcher(page).find()) {
            found.add("the page does not list unzip");
        }
        return found;
    }

    private static void add(List<String> found, String command, String pattern, String mistake) {
        if (Pattern.compile(pattern).matcher(command).find()) {
            found.add(mistake + ": " + command);
        }
    }

    /** The blocks as a reader copies them: the indentation of a list is not part of them. */
    private static List<String> blocks(String page) {
        return BLOCK.matcher(page)
                .results()
                .map(block -> block.group(1).stripTrailing().stripIndent() + "\n")
                .toList();
    }

    /** Returns the complaint of bash, which reads the block and does not execute it. */
    private String complaint(String block) throws Exception {
        Path script = Files.writeString(folder.resolve("block.sh"), block);
        Process bash = new ProcessBuilder("/bin/bash", "-n", script.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), Charset.defaultCharset());
        return bash.waitFor() == 0 ? output : output + " (status " + bash.exitValue() + ")";
    }
}
