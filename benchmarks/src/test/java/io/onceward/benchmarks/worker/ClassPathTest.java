// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {

    private static final ClassPath OWN = new ClassPath(List.of(
            Path.of("lib/onceward-core-2.jar"),
            Path.of("lib/onceward-benchmarks.jar"),
            Path.of("lib/onceward-test-fixtures-2.jar"),
            Path.of("lib/postgresql.jar"),
            Path.of("target/classes")));

    @TempDir
    private Path folder;

    @Test
    void otherBuildReplacesOncewardAndNothingThatMeasures() throws IOException {
        for (String name : List.of("onceward-core-1.jar", "onceward-benchmarks.jar", "postgresql.jar")) {
            Files.createFile(folder.resolve(name));
        }
        assertThat(OWN.with(folder).entries())
                .containsExactly(
                        folder.resolve("onceward-core-1.jar"),
                        Path.of("lib/onceward-benchmarks.jar"),
                        Path.of("lib/onceward-test-fixtures-2.jar"),
                        Path.of("lib/postgresql.jar"),
                        Path.of("target/classes"));
    }

    @Test
    void folderWithoutABuildIsRefused() {
        assertThatThrownBy(() -> OWN.with(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no JAR");
    }

    @Test
    void ownClassPathHasWhatTheManifestNames() throws IOException {
        assertThat(ClassPath.own().entries()).anyMatch(entry -> entry.toString().contains("postgresql"));
    }
}
