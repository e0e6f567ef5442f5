// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of what is in the JAR says neither more nor less than the JAR. */
class SbomIT {

    private static final Path JAR = Path.of(System.getProperty("onceward.jar"));
    private static final Path SBOM = Path.of(System.getProperty("onceward.sbom"));

    private static JsonObject sbom;

    @BeforeAll
    static void read() throws IOException {
        assumeTrue(System.getProperty("maven.mode").equals("offline=false"), "Maven is offline, and made no SBOM");
        try (InputStream in = Files.newInputStream(SBOM);
                JsonReader reader = Json.createReader(in)) {
            sbom = reader.readObject();
        }
    }

    @Test
    void componentsAreThoseInTheJar() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (JsonObject component : components()) {
            listed.add(coordinates(component));
        }
        listed.add(coordinates(sbom.getJsonObject("metadata").getJsonObject("component")));
        assertThat(listed).isEqualTo(inTheJar());
    }

    @Test
    void onlyThirdPartyIsTheReactiveMessagingApi() {
        assertThat(components().stream()
                        .filter(component -> !component.getString("group").equals("io.onceward"))
                        .map(component -> component.getString("group") + ":" + component.getString("name")))
                .containsExactly("org.eclipse.microprofile.reactive.messaging:microprofile-reactive-messaging-api");
    }

    @Test
    void licensesAreNamed() {
        assertThat(components()).allSatisfy(component -> assertThat(
                        component.getJsonArray("licenses").toString())
                .contains("Apache-2.0"));
    }

    private static List<JsonObject> components() {
        return sbom.getJsonArray("components").getValuesAs(JsonObject.class);
    }

    private static String coordinates(JsonObject component) {
        return component.getString("group") + ":" + component.getString("name") + ":" + component.getString("version");
    }

    /** Returns the artifacts whose classes are in the JAR, by the files that Maven left of each. */
    private static Set<String> inTheJar() throws IOException {
        Pattern origin = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");
        Set<String> found = new TreeSet<>();
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (origin.matcher(entry.getName()).matches()) {
                    Properties pom = new Properties();
                    try (InputStream in = jar.getInputStream(entry)) {
                        pom.load(in);
                    }
                    found.add(pom.getProperty("groupId") + ":" + pom.getProperty("artifactId") + ":"
                            + pom.getProperty("version"));
                }
            }
        }
        return found;
    }
}
