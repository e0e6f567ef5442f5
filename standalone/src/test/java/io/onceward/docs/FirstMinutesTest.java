// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that a reader of the page without a broker copies into an empty folder. The application without a server runs, and is killed. */
class FirstMinutesTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern FILE = Pattern.compile("(?ms)^cat > (\\S+) <<'EOF'\\n(.*?)^EOF$");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+)>([^<]+)</\\1>");

    @TempDir
    private Path folder;

    @Test
    void classesCompile() throws IOException {
        compile("Shop.java");
        compile("Main.java");
    }

    @Test
    void applicationInAPlainJvmLosesNothingWhenItIsKilledInTheMiddle() throws Exception {
        compile("Main.java");
        Path output = folder.resolve("output.txt");
        Process killed = start(8, output);
        try {
            await(output, line -> line.matches("8 placed, [0-7] billed"));
        } finally {
            killed.destroyForcibly().waitFor();
        }
        Process again = start(0, output);
        try {
            await(output, line -> line.equals("8 placed, 8 billed"));
        } finally {
            again.destroyForcibly().waitFor();
        }
    }

    @Test
    void pomsAndCommandsHaveTheVersionsOfThisBuild() throws IOException {
        String root = Files.readString(ROOT.resolve("pom.xml"));
        Map<String, String> properties = pairs(PROPERTY, root);
        Map<String, String> versions = pairs(VERSION, root);
        properties.put("project.version", versions.get("onceward-parent"));
        versions.replaceAll((artifact, version) ->
                version.startsWith("${") ? properties.get(version.substring(2, version.length() - 1)) : version);
        String page = page("local.md");
        Map<String, String> shown = pairs(VERSION, page);
        shown.remove("shop");
        assertThat(shown).hasSizeGreaterThan(8);
        assertThat(versions).containsAllEntriesOf(shown);
        assertThat(page).contains("fish.payara.extras:payara-micro:" + properties.get("payara.version") + " ");
    }

    @Test
    void databaseOfPayaraMicroIsThatOfItsPage() throws IOException {
        assertThat(page("payara-micro.md")).contains("\n" + file("h2.asadmin"));
    }

    private Process start(int orders, Path output) throws IOException {
        String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "shop.Main",
                        Integer.toString(orders))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static void await(Path output, Predicate<String> line) throws Exception {
        Await.until(Duration.ofMinutes(1), "the line", () -> {
            try {
                return Files.readString(output).lines().anyMatch(line);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void compile(String name) throws IOException {
        Path source = Files.writeString(folder.resolve(name), file("src/main/java/shop/" + name));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString()))
                .as("status of javac")
                .isZero();
    }

    private static String file(String name) throws IOException {
        return FILE.matcher(page("local.md"))
                .results()
                .filter(found -> found.group(1).equals(name))
                .map(found -> found.group(2))
                .findFirst()
                .orElseThrow();
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    private static Map<String, String> pairs(Pattern pattern, String text) {
        Map<String, String> pairs = new TreeMap<>();
        pattern.matcher(text).results().forEach(pair -> pairs.putIfAbsent(pair.group(1), pair.group(2)));
        return pairs;
    }
}
