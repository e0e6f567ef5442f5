// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.FreePort;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server without a feature that Onceward needs does not start the application, and says which one to add. */
@AnyMessaging
@OnlyInFull
class MissingFeatureScenario {

    static List<Arguments> servers() {
        return List.of(
                Arguments.of(
                        "Jakarta Messaging",
                        "<feature>messaging-3.1</feature>",
                        List.of("webProfile-10.0", "mpConfig-3.1")),
                Arguments.of(
                        "MicroProfile Config",
                        "<feature>mpConfig-3.1</feature>",
                        List.of("webProfile-10.0", "messaging-3.1")),
                Arguments.of(
                        "Jakarta Enterprise Beans",
                        "<feature>enterpriseBeansLite-4.0</feature>",
                        List.of("servlet-6.0", "cdi-4.0", "jndi-1.0", "jsonb-3.0", "mpConfig-3.1", "messaging-3.1")),
                Arguments.of(
                        "Jakarta Concurrency",
                        "<feature>concurrent-3.0</feature>",
                        List.of(
                                "servlet-6.0",
                                "cdi-4.0",
                                "enterpriseBeansLite-4.0",
                                "jsonb-3.0",
                                "mpConfig-3.1",
                                "messaging-3.1")),
                Arguments.of(
                        "Jakarta EE 10",
                        "<feature>webProfile-10.0</feature>",
                        List.of("webProfile-9.1", "mpConfig-3.0", "messaging-3.0")));
    }

    @ParameterizedTest(name = "without {0}")
    @MethodSource("servers")
    void theApplicationIsRefused(String missing, String line, List<String> features) {
        String name = "without-" + missing.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        LibertyServer server = new LibertyServer(name).prepareBare(FreePort.find(), features);
        Deployments.application(name)
                .as(ZipExporter.class)
                .exportTo(server.dropins().resolve(name + ".war").toFile(), true);

        try (ChildProcess process = ChildProcess.start(
                name,
                server.command(),
                Fixtures.directory().resolve(name + ".log"),
                output -> output.contains("CWWKF0011I"),
                Duration.ofSeconds(120))) {
            assertThat(process.log()).doesNotContain("CWWKZ0001I");
            assertThat(Stream.of(process.log().split("\n"))
                            .filter(output -> output.contains("OWD-0013"))
                            .collect(Collectors.joining("\n")))
                    .contains(missing, line);
            process.terminate();
        }
    }

    /** It gets as far as to the datasource, which this server lacks as well. */
    @Test
    void jakartaRestMayBeMissing() {
        String name = "without-rest";
        List<String> features = List.of(
                "servlet-6.0",
                "cdi-4.0",
                "concurrent-3.0",
                "enterpriseBeansLite-4.0",
                "jsonb-3.0",
                "mpConfig-3.1",
                "messaging-3.1");
        LibertyServer server = new LibertyServer(name).prepareBare(FreePort.find(), features);
        Deployments.application(name)
                .as(ZipExporter.class)
                .exportTo(server.dropins().resolve(name + ".war").toFile(), true);

        try (ChildProcess process = ChildProcess.start(
                name,
                server.command(),
                Fixtures.directory().resolve(name + ".log"),
                output -> output.contains("CWWKF0011I"),
                Duration.ofSeconds(120))) {
            assertThat(process.log())
                    .contains("OWD-0001")
                    .doesNotContain("OWD-0013")
                    .doesNotContain("jakarta/ws/rs")
                    .doesNotContain("jakarta.ws.rs");
            process.terminate();
        }
    }
}
