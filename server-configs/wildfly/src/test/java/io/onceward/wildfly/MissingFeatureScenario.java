// SPDX-License-Identifier: Apache-2.0
package io.onceward.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.wildfly.core.launcher.StandaloneCommandBuilder;

/** A server without something that Onceward needs refuses the application and says what to add. */
@AnyMessaging
@OnlyInFull
class MissingFeatureScenario {

    static Stream<Arguments> servers() {
        return Stream.of(
                Arguments.of("Jakarta Messaging", "standalone.xml", List.of(), "standalone-full.xml"),
                Arguments.of(
                        "MicroProfile Config",
                        "standalone-full.xml",
                        List.of(
                                "/subsystem=microprofile-jwt-smallrye:remove",
                                "/subsystem=microprofile-config-smallrye:remove"),
                        "/subsystem=microprofile-config-smallrye:add"));
    }

    @ParameterizedTest(name = "without {0}")
    @MethodSource("servers")
    void theApplicationIsRefused(String missing, String configuration, List<String> commands, String line) {
        String name = "without-" + missing.toLowerCase(Locale.ROOT).replace(' ', '-');
        Path home = Installation.bare(
                        Path.of(Fixtures.required("wildfly.distribution")).toAbsolutePath(), name, commands)
                .home();
        Deployments.application(name)
                .as(ZipExporter.class)
                .exportTo(
                        home.resolve("standalone/deployments/" + name + ".war").toFile(), true);
        List<String> command = StandaloneCommandBuilder.of(home)
                .setServerConfiguration(configuration)
                .setJavaOptions(WildFly.JAVA)
                .addServerArgument(
                        "-Djboss.socket.binding.port-offset=" + Ports.free().offset())
                .build();
        try (ChildProcess process = ChildProcess.start(
                name,
                command,
                Fixtures.directory().resolve(name + ".log"),
                output -> output.contains("WFLYSRV0025") || output.contains("WFLYSRV0026"),
                Duration.ofSeconds(120))) {
            assertThat(process.log()).contains("WFLYSRV0026");
            assertThat(process.log()
                            .lines()
                            .filter(output -> output.contains("OWD-0013"))
                            .collect(Collectors.joining("\n")))
                    .contains(missing, line);
            process.terminate();
        }
    }
}
