// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ported;

import io.onceward.fixture.JavaSources;
import io.onceward.fixture.UnifiedDiff;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ExplodedImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archives of the example, built from its sources: as they are, and after its diff. */
final class MailOrder {

    private static final Path SOURCES =
            Path.of(Fixtures.required("onceward.jms-example")).toAbsolutePath();

    private MailOrder() {}

    static WebArchive unported() {
        return archive("mailorder-unported", false);
    }

    static WebArchive ported() {
        return Deployments.withOutboxed(archive("mailorder-ported", true)
                .addAsLibrary(new File(Fixtures.required("onceward.jar")), "onceward.jar"));
    }

    private static WebArchive archive(String name, boolean ported) {
        try {
            Path project = Fixtures.directory().resolve(name);
            copy(SOURCES.resolve("src"), project.resolve("src"));
            Files.copy(SOURCES.resolve("pom.xml"), project.resolve("pom.xml"));
            if (ported) {
                UnifiedDiff.read(SOURCES.resolve("onceward.diff")).applyTo(project);
            }
            Path main = project.resolve("src/main");
            Path war = project.resolve("war");
            copy(main.resolve("webapp"), war);
            copy(main.resolve("resources"), war.resolve("WEB-INF/classes"));
            new JavaSources(main.resolve("java")).compileTo(war.resolve("WEB-INF/classes"));
            return ShrinkWrap.create(WebArchive.class, name + ".war")
                    .as(ExplodedImporter.class)
                    .importDirectory(war.toFile())
                    .as(WebArchive.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
