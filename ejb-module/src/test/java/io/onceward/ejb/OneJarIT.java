// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** The JAR that users drop in. */
class OneJarIT {

    private static final Path JAR = Path.of(System.getProperty("onceward.jar"));

    /**
     * In bytes. The JAR has the adapter of Jakarta Messaging in it; 115,000 bytes are for events that are published unread, local channels, durable
     * observers, durable methods that can be delayed and cancelled, contexts, upcasters, the rehearsal of waiting payloads, and batches; 25,000 are
     * for compressed and encrypted payloads, the shapes of payloads, and upcasters of durable methods; 5,000 are for the refusal of tables,
     * settings and beans with which events were lost or handled twice; 30,000 are for alerts, handlers of parked events, groups of failures, and
     * edited payloads.
     */
    private static final long LIMIT = 1_200_000;

    @Test
    void jarIsSmall() throws IOException {
        assertThat(Files.size(JAR)).isLessThan(LIMIT);
    }

    /** An entry costs at least 76 bytes and its name twice, so only what somebody reads has one. */
    @Test
    void jarIsPackedWithoutWaste() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream()).noneMatch(JarEntry::isDirectory);
            long needed = jar.stream()
                    .mapToLong(entry -> entry.getCompressedSize()
                            + 76
                            + 2L * entry.getName().length())
                    .sum();
            assertThat(Files.size(JAR)).isLessThan(needed + 100);
        }
    }

    /** A server may read it as a stream, which finds a manifest only there. */
    @Test
    void manifestIsTheFirstEntry() throws IOException {
        try (JarInputStream jar = new JarInputStream(Files.newInputStream(JAR))) {
            assertThat(jar.getManifest()).isNotNull();
        }
    }

    @Test
    void jarContainsOnlyOncewardAndTheReactiveMessagingApi() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class")))
                    .isNotEmpty()
                    .allMatch(name -> name.startsWith("io/onceward/")
                            || name.startsWith("org/eclipse/microprofile/reactive/messaging/"));
        }
    }

    @Test
    void jarDoesNotContainWhatOnlyAPlainJvmUses() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()))
                    .noneMatch(name -> name.startsWith("io/onceward/standalone/"))
                    .noneMatch(name -> name.startsWith("io/onceward/jms/Local"));
        }
    }

    @Test
    void jarContainsEachClassOfOncewardThatItRefersTo() {
        StringWriter found = new StringWriter();
        int exit = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(found),
                        new PrintWriter(found),
                        "--multi-release",
                        "base",
                        "-verbose:class",
                        "-filter:none",
                        JAR.toString());
        assertThat(exit).as(found.toString()).isZero();
        assertThat(found.toString().lines().filter(line -> line.contains("-> io.onceward.")))
                .hasSizeGreaterThan(1000)
                .noneMatch(line -> line.contains("not found"));
    }

    @Test
    void jarOffersTheAdapterForJakartaMessaging() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile());
                InputStream services =
                        jar.getInputStream(jar.getEntry("META-INF/services/io.onceward.spi.BrokerAdapter"))) {
            assertThat(new String(services.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsExactly("io.onceward.jms.JmsAdapter");
        }
    }

    @Test
    void jarContainsTheFilesThatServersLookFor() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()))
                    .contains(
                            "META-INF/beans.xml",
                            "META-INF/services/jakarta.enterprise.inject.spi.Extension",
                            "META-INF/services/io.onceward.jdbc.DataSourceAccess",
                            "META-INF/services/org.eclipse.microprofile.config.spi.ConfigSource",
                            "META-INF/onceward/h2.sql",
                            "META-INF/onceward/postgresql.sql",
                            "META-INF/LICENSE",
                            "META-INF/NOTICE");
        }
    }
}
