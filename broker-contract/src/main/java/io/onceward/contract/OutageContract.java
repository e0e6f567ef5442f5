// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import org.junit.jupiter.api.Test;

/** Publishing while the broker is down, is silent, or crashes. */
public interface OutageContract extends ContractTests {

    String OUTAGE = "OWD-1010";
    String END_OF_OUTAGE = "OWD-1011";

    @Test
    default void brokerThatIsDownCostsNoAttemptAndNoOrder() throws Exception {
        String destination = createdDestination();
        String other = createdDestination();
        broker().awaitDurable(destination);
        broker().awaitDurable(other);
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .publishingTo(destination)
                        .start();
                ContractApplication late = new ContractApplication(broker()).publishingTo(other)) {
            application.record(10);
            application.awaitEmptyOutbox();
            broker().server().kill();
            try {
                late.start();
                application.record(30);
                ContractTests.awaitLogged(log, OUTAGE);
                log.forget();
                late.record(30);
                ContractTests.awaitLogged(log, OUTAGE);
                application.assertUntouched(30);
                late.assertUntouched(30);
            } finally {
                broker().server().start();
            }
            application.awaitEmptyOutbox();
            late.awaitEmptyOutbox();
            ContractTests.awaitLogged(log, END_OF_OUTAGE);
            NumberedEvents.assertInOrder(broker().take(destination), application.recorded());
            NumberedEvents.assertInOrder(broker().take(other), late.recorded());
        }
    }

    /** An event is removed only after the broker's confirmation. */
    @Test
    default void brokerThatIsSilentConfirmsNothing() throws Exception {
        String destination = createdDestination();
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .publishingTo(destination)
                        .start()) {
            application.record(10);
            application.awaitEmptyOutbox();
            broker().server().suspend();
            try {
                log.forget();
                application.record(30);
                Await.until(
                        "an outage",
                        () -> application.inOutbox() < 30
                                || log.all().stream().anyMatch(text -> text.startsWith(OUTAGE)));
                application.assertUntouched(30);
            } finally {
                broker().server().resume();
            }
            application.awaitEmptyOutbox();
            ContractTests.awaitLogged(log, END_OF_OUTAGE);
            NumberedEvents.assertInOrder(broker().take(destination), application.recorded());
        }
    }

    @Test
    default void brokerThatCrashesInTheMiddleOfADrainLosesNothingAndKeepsTheOrder() throws Exception {
        String destination = createdDestination();
        broker().awaitDurable(destination);
        try (ContractApplication application = new ContractApplication(broker())
                        .publishingTo(destination)
                        .start();
                Recorder recorder = Recorder.untilPublished(application)) {
            recorder.awaitPublished(300);
            broker().server().kill();
            broker().server().start();
            recorder.awaitPublished(300);
            recorder.end();
            application.awaitEmptyOutbox();
            assertThat(application.recorded()).isGreaterThan(600);
            NumberedEvents.assertInOrder(broker().take(destination), application.recorded());
        }
    }
}
