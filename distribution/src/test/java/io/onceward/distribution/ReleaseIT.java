// SPDX-License-Identifier: Apache-2.0
package io.onceward.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The artifacts that the release has written into the repository of its folder. */
class ReleaseIT {

    private static final String VERSION = System.getProperty("release.version");
    private static final Path ONCEWARD = Path.of(System.getProperty("release.folder"), "repository", "io", "onceward");

    private static final Set<String> JARS = Set.of(
            "onceward",
            "onceward-capture",
            "onceward-console",
            "onceward-core",
            "onceward-jms",
            "onceward-kafka",
            "onceward-nats",
            "onceward-outboxed",
            "onceward-rabbitmq",
            "onceward-webhook",
            "onceward-standalone",
            "onceward-memory-broker",
            "onceward-test",
            "onceward-migrations");

    @Test
    void onlyTheArtifactsForApplicationsArePublished() throws IOException {
        Set<String> expected = new TreeSet<>(JARS);
        expected.addAll(Set.of("onceward-parent", "onceward-bom", "onceward-artemis-rar"));
        try (Stream<Path> artifacts = Files.list(ONCEWARD)) {
            assertThat(artifacts.filter(Files::isDirectory).map(folder -> folder.getFileName()
                            .toString()))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void eachJarHasItsPomSourcesDocumentationAndSbom() throws IOException {
        for (String artifact : JARS) {
            assertThat(suffixes(artifact))
                    .as(artifact)
                    .contains(".jar", ".pom", "-sources.jar", "-javadoc.jar", "-cyclonedx.json");
        }
        assertThat(suffixes("onceward-artemis-rar"))
                .contains(".rar", ".pom", "-sources.jar", "-javadoc.jar", "-cyclonedx.json");
        assertThat(suffixes("onceward-bom")).contains(".pom");
    }

    @Test
    void sourcesAndDocumentationOfTheOneJarCoverItsParts() throws IOException {
        assertThat(entries("onceward", "-sources.jar"))
                .contains(
                        "io/onceward/api/Outbox.java",
                        "io/onceward/jms/JmsAdapter.java",
                        "io/onceward/ejb/RelayTimer.java");
        assertThat(entries("onceward", "-javadoc.jar"))
                .contains(
                        "index.html",
                        "io/onceward/api/Outbox.html",
                        "io/onceward/spi/BrokerAdapter.html")
                .noneMatch(name -> name.startsWith("io/onceward/jdbc/"));
    }

    @ParameterizedTest
    @CsvSource({
        "onceward-core, api/Idempotent",
        "onceward-outboxed, jms/outboxed/Outboxed",
        "onceward-standalone, standalone/Onceward",
        "onceward-test, test/TestOutbox",
    })
    void documentationHasThePublicTypes(String artifact, String type) throws IOException {
        assertThat(entries(artifact, "-javadoc.jar")).contains("index.html", "io/onceward/" + type + ".html");
    }

    @Test
    void oneJarHasNoDependencies() throws IOException {
        assertThat(Files.readString(file("onceward", ".pom")))
                .doesNotContain("<artifactId>onceward-core</artifactId>")
                .doesNotContain("<scope>compile</scope>")
                .doesNotContain("<scope>runtime</scope>");
    }

    /** Entries from other libraries keep their older times. */
    @Test
    void noEntryOfAnArchiveHasTheTimeOfTheBuild() throws IOException {
        String time = System.getProperty("release.time").replace("Z", "");
        for (String artifact : JARS) {
            for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                assertThat(Distribution.times(file(artifact, suffix)))
                        .as(artifact + suffix)
                        .allMatch(entry -> !entry.isAfter(LocalDateTime.parse(time)));
            }
        }
        assertThat(Distribution.times(file("onceward-artemis-rar", ".rar")))
                .allMatch(entry -> !entry.isAfter(LocalDateTime.parse(time)));
    }

    private static List<String> entries(String artifact, String suffix) throws IOException {
        try (ZipFile zip = new ZipFile(file(artifact, suffix).toFile())) {
            return zip.stream().map(entry -> entry.getName()).toList();
        }
    }

    private static Path file(String artifact, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(ONCEWARD.resolve(artifact).resolve(VERSION))) {
            return files.filter(file -> suffix.equals(suffix(artifact, file)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no " + artifact + "-" + VERSION + suffix));
        }
    }

    private static Set<String> suffixes(String artifact) throws IOException {
        try (Stream<Path> files = Files.list(ONCEWARD.resolve(artifact).resolve(VERSION))) {
            return files.map(file -> suffix(artifact, file)).collect(Collectors.toSet());
        }
    }

    /** Returns what follows the version; a snapshot has the time of the build instead of "SNAPSHOT". */
    private static String suffix(String artifact, Path file) {
        return file.getFileName()
                .toString()
                .replaceFirst("^" + artifact + "-[0-9.]+(-SNAPSHOT|-[0-9.]+-[0-9]+)?", "")
                .replaceFirst("^(jar|pom|rar)", ".$1");
    }
}
