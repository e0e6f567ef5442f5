// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static io.onceward.standalone.PlainApplication.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of an outage of the broker while events are recorded. {@code -Doutage.seconds=60} extends it to a minute.
 */
class OutageCostTest {

    private static final int SECONDS = Integer.getInteger("outage.seconds", 3);

    private static final int EVENTS_PER_SECOND = 10;

    @TempDir
    private Path folder;

    @Test
    void outageCostsTwoLogLinesAndHardlyAnyProcessorTime() throws Exception {
        try (ArtemisBroker broker = new ArtemisBroker(folder).start();
                PlainApplication application = new PlainApplication(broker.connectionFactory(), Map.of());
                LogLines log = new LogLines()) {
            application.record(50);
            Await.until("a relay that keeps up", () -> application.waiting() == 0);
            broker.stop();
            application.record(1);
            Await.until("the outage to be noticed", () -> log.all().size() == 1);
            application.asked().forget();
            Duration before = PlainApplication.processorTime();
            long began = System.nanoTime();

            for (int i = 0; i < SECONDS * EVENTS_PER_SECOND; i++) {
                application.record(1);
                Thread.sleep(1000 / EVENTS_PER_SECOND);
            }

            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            assertThat(PlainApplication.processorTime().minus(before))
                    .as("processor time of the relay, database included, in %s", elapsed)
                    .isLessThan(elapsed.dividedBy(20));
            assertThat(application.asked().statements().stream().filter(sql -> !sql.startsWith("INSERT")))
                    .as("statements of the relay in %s with %s commits a second", elapsed, EVENTS_PER_SECOND)
                    .hasSizeLessThan(Math.toIntExact(elapsed.toMillis() * 60 / 1000));
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
