// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The same sources give the same bytes wherever they are built; builds the JAR for a second time. */
@Tag("only-in-full")
@DisabledOnOs(OS.WINDOWS)
class ReproducibleBuildIT {

    private static final Path JAR = Path.of(System.getProperty("onceward.jar"));
    private static final Path SBOM = Path.of(System.getProperty("onceward.sbom"));

    /** Then there is no SBOM. */
    private static final boolean OFFLINE = System.getProperty("maven.mode").equals("offline=true");

    private static final Path ROOT = Path.of("..");

    /** The modules that the JAR is made of. */
    private static final List<String> SOURCES = List.of(
            "pom.xml",
            ".mvn",
            "LICENSE",
            "NOTICE",
            "test-fixtures/pom.xml",
            "test-fixtures/src/main",
            "memory-broker/pom.xml",
            "memory-broker/src/main",
            "src/pom.xml",
            "src/main",
            "jms-adapter/pom.xml",
            "jms-adapter/src/main",
            "console/pom.xml",
            "outboxed/pom.xml",
            "capture/pom.xml",
            "ejb-module/pom.xml",
            "ejb-module/src/build",
            "ejb-module/src/main");

    @Test
    void anotherFolderTimeZoneLocaleAndUmaskGiveTheSameBytes(@TempDir Path folder) throws Exception {
        for (String source : SOURCES) {
            copy(ROOT.resolve(source), folder.resolve(source));
        }
        build(folder);
        Path target = folder.resolve("ejb-module/target");
        assertThat(target.resolve(JAR.getFileName())).hasSameBinaryContentAs(JAR);
        if (!OFFLINE) {
            assertThat(withoutHashes(target.resolve(SBOM.getFileName()))).isEqualTo(withoutHashes(SBOM));
        }
    }

    /** Returns an SBOM without hashes. The hashes of Onceward's modules differ, because their JARs keep the modes of files. */
    private static List<String> withoutHashes(Path sbom) throws IOException {
        return Files.readAllLines(sbom).stream()
                .filter(line -> !line.matches("\\s*\"content\" : \"[0-9a-f]+\",?"))
                .toList();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path copied = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copied);
                } else {
                    Files.createDirectories(copied.getParent());
                    Files.copy(path, copied);
                }
            }
        }
    }

    private static void build(Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "umask 077; exec \"$@\"",
                "sh",
                System.getProperty("maven.home") + "/bin/mvn",
                "-B",
                "-ntp",
                "-P!everything",
                "-Dmaven.test.skip",
                "-DskipTests",
                "-Dmaven.repo.local=" + System.getProperty("maven.repo.local"),
                "-pl",
                "ejb-module",
                "-am",
                "package"));
        if (OFFLINE) {
            command.add("-o");
        }
        Path log = folder.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "TZ",
                        "Asia/Kathmandu",
                        "LC_ALL",
                        "C",
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "MAVEN_OPTS",
                        "-Duser.timezone=Asia/Kathmandu -Duser.language=tr -Duser.country=TR"
                                + " -Dfile.encoding=ISO-8859-1"));
        Process build = builder.start();
        try {
            assertThat(build.waitFor(15, TimeUnit.MINUTES))
                    .as("the build has ended")
                    .isTrue();
        } finally {
            build.destroyForcibly();
        }
        assertThat(build.exitValue()).as(Files.readString(log)).isZero();
    }
}
