// SPDX-License-Identifier: Apache-2.0
package io.oncebox.distribution;

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
    private static final Path ONCEBOX = Path.of(System.getProperty("release.folder"), "repository", "io", "oncebox");

    private static final Set<String> JARS = Set.of(
            "oncebox",
            "oncebox-core",
            "oncebox-jms",
            "oncebox-kafka",
            "oncebox-nats",
            "oncebox-rabbitmq",
            "oncebox-webhook",
            "oncebox-standalone",
            "oncebox-test",
            "oncebox-migrations");

    @Test
    void onlyTheArtifactsForApplicationsArePublished() throws IOException {
        Set<String> expected = new TreeSet<>(JARS);
        expected.addAll(Set.of("oncebox-parent", "oncebox-bom", "oncebox-artemis-rar"));
        try (Stream<Path> artifacts = Files.list(ONCEBOX)) {
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
        assertThat(suffixes("oncebox-artemis-rar"))
                .contains(".rar", ".pom", "-sources.jar", "-javadoc.jar", "-cyclonedx.json");
        assertThat(suffixes("oncebox-bom")).contains(".pom");
    }

    @Test
    void sourcesAndDocumentationOfTheOneJarCoverItsParts() throws IOException {
        assertThat(entries("oncebox", "-sources.jar"))
                .contains(
                        "io/oncebox/api/Outbox.java",
                        "io/oncebox/jms/JmsAdapter.java",
                        "io/oncebox/ejb/RelayTimer.java");
        assertThat(entries("oncebox", "-javadoc.jar"))
                .contains(
                        "index.html",
                        "io/oncebox/api/Outbox.html",
                        "io/oncebox/jms/outboxed/Outboxed.html",
                        "io/oncebox/spi/BrokerAdapter.html")
                .noneMatch(name -> name.startsWith("io/oncebox/jdbc/"))
                .noneMatch(name -> name.startsWith("io/oncebox/jms/outboxed/OutboxedExtension"));
    }

    @ParameterizedTest
    @CsvSource({
        "oncebox-core, api/Idempotent",
        "oncebox-jms, jms/outboxed/Outboxed",
        "oncebox-standalone, standalone/Oncebox",
        "oncebox-test, test/TestOutbox",
    })
    void documentationHasThePublicTypes(String artifact, String type) throws IOException {
        assertThat(entries(artifact, "-javadoc.jar")).contains("index.html", "io/oncebox/" + type + ".html");
    }

    @Test
    void oneJarHasNoDependencies() throws IOException {
        assertThat(Files.readString(file("oncebox", ".pom")))
                .doesNotContain("<artifactId>oncebox-core</artifactId>")
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
        assertThat(Distribution.times(file("oncebox-artemis-rar", ".rar")))
                .allMatch(entry -> !entry.isAfter(LocalDateTime.parse(time)));
    }

    private static List<String> entries(String artifact, String suffix) throws IOException {
        try (ZipFile zip = new ZipFile(file(artifact, suffix).toFile())) {
            return zip.stream().map(entry -> entry.getName()).toList();
        }
    }

    private static Path file(String artifact, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(ONCEBOX.resolve(artifact).resolve(VERSION))) {
            return files.filter(file -> suffix.equals(suffix(artifact, file)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no " + artifact + "-" + VERSION + suffix));
        }
    }

    private static Set<String> suffixes(String artifact) throws IOException {
        try (Stream<Path> files = Files.list(ONCEBOX.resolve(artifact).resolve(VERSION))) {
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
