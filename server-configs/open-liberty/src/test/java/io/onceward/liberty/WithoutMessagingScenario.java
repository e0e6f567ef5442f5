// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.FreePort;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.junit.jupiter.api.Test;

/** On a server with the Web Profile and MicroProfile Config alone, a durable observer needs neither Jakarta Messaging nor a broker. */
@AnyMessaging
@OnlyInFull
class WithoutMessagingScenario {

    private static final String NAME = "without-messaging";

    @Test
    void durableObserverSurvivesAKill() throws Exception {
        LibertyServer server =
                new LibertyServer(NAME).prepareBare(FreePort.find(), List.of("webProfile-10.0", "mpConfig-3.1"));
        server.withH2();
        Path secondStart = server.folder().resolve(PlainShop.SECOND_START);
        Files.deleteIfExists(secondStart);
        Deployments.configured(
                        Deployments.application(NAME, PlainShop.class, PlainShop.Billing.class, PlainShop.Sold.class),
                        "onceward.schema=create")
                .as(ZipExporter.class)
                .exportTo(server.dropins().resolve(NAME + ".war").toFile(), true);

        try (ChildProcess first = start(server, output -> output.contains(PlainShop.BEGINS + "4711"))) {
            first.stop(false);
            assertThat(first.log()).contains(PlainShop.BEGINS).doesNotContain(PlainShop.ENDS);
        }
        Files.createFile(secondStart);
        try (ChildProcess second = start(server, output -> output.contains(PlainShop.ENDS + "4711"))) {
            second.terminate();
            assertThat(second.log())
                    .containsOnlyOnce(PlainShop.ENDS)
                    .doesNotContain("jakarta/jms", "jakarta.jms", "OWD-0");
        }
    }

    /** Starts the server, and waits also for the message of a refused application. */
    private static ChildProcess start(LibertyServer server, Predicate<String> ready) {
        return ChildProcess.start(
                NAME,
                server.command(),
                Fixtures.directory().resolve(NAME + ".log"),
                output -> ready.test(output) || output.contains("CWWKZ0002E"),
                Duration.ofSeconds(120));
    }
}
