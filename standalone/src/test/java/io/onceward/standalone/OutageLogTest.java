// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static io.onceward.standalone.PlainApplication.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An outage of the broker while events are recorded. */
class OutageLogTest {

    private static final int EVENTS = 30;

    @TempDir
    private Path folder;

    @Test
    void outageCostsTwoLogLinesAndNoAttempt() throws Exception {
        try (ArtemisBroker broker = new ArtemisBroker(folder).start();
                PlainApplication application = new PlainApplication(broker.connectionFactory(), Map.of());
                LogLines log = new LogLines()) {
            application.record(50);
            Await.until("a relay that keeps up", () -> application.waiting() == 0);
            broker.stop();
            application.record(1);
            Await.until("the outage to be noticed", () -> log.all().size() == 1);
            application.record(EVENTS);
            assertThat(log.all()).as("lines of the outage").singleElement().satisfies(line -> assertThat(line)
                    .startsWith("OWD-1010"));
            application.assertNoAttempts();

            broker.start();
            assertThat(receive(broker, application.recorded()).stream().distinct())
                    .containsExactlyElementsOf(application.numbers());
            application.assertNothingParked();
            assertThat(log.all()).hasSize(2).last().satisfies(line -> assertThat(line)
                    .startsWith("OWD-1011")
                    .matches(".* is available again after [\\d.,]+ s and \\d+ failed attempts?"));
        }
    }
}
