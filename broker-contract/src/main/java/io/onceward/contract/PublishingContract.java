// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The order of each key, through retries and restarts of the application, and the end of all threads. */
public interface PublishingContract extends ContractTests {

    @Test
    default void eventsOfAKeyKeepTheirOrderWhileTheFirstOneIsRefused() throws Exception {
        String destination = broker().newDestination();
        List<String> recorded = new ArrayList<>();
        try (ContractApplication application = new ContractApplication(broker())
                .publishingTo(destination)
                .with("onceward.relay.max-attempts", "1000")
                .start()) {
            for (int i = 0; i < 50; i++) {
                application.record(
                        ContractApplication.CHANNEL,
                        "e" + i,
                        OutboxMetadata.none().withKey("k"));
                recorded.add("e" + i);
            }
            Await.until(
                    "a refusal", () -> application.database().number("SELECT MAX(attempts) FROM onceward_outbox") > 0);
            broker().create(destination);
            application.awaitEmptyOutbox();
        }
        assertThat(broker().take(destination).stream().distinct()).containsExactlyElementsOf(recorded);
    }

    @Test
    default void applicationThatRestartsPublishesTheRemainingEventsInOrder() throws Exception {
        String destination = createdDestination();
        try (ContractApplication application = new ContractApplication(broker())
                        .publishingTo(destination)
                        .start();
                Recorder recorder = Recorder.untilPublished(application)) {
            for (int restart = 0; restart < 2; restart++) {
                recorder.awaitPublished(100);
                application.stop();
                application.start();
            }
            recorder.awaitPublished(100);
            recorder.end();
            application.awaitEmptyOutbox();
            NumberedEvents.assertInOrder(broker().take(destination), application.recorded());
        }
    }

    @Test
    default void applicationsThatStartAndStopLeaveNoThread() throws Exception {
        String destination = createdDestination();
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        for (int i = 0; i < STARTS; i++) {
            publishOneAndStop(destination, before);
        }
        awaitThreadsExcept(before);
    }

    /** A method of its own, whose variables refer to the application no longer afterwards: some clients end with a garbage collection. */
    private void publishOneAndStop(String destination, Set<Thread> before) throws Exception {
        try (ContractApplication application =
                new ContractApplication(broker()).publishingTo(destination).start()) {
            application.record(1);
            application.awaitEmptyOutbox();
            assertThat(threadsExcept(before)).isNotEmpty();
        }
    }
}
