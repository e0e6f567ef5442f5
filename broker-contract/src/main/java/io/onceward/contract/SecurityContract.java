// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** TLS, logins and permissions: what Onceward can't use is an outage, and what a user may not use refuses the event. */
public interface SecurityContract extends ContractTests {

    /** Returns the broker with its certificates and users. */
    SecuredBroker secured();

    @Override
    default TwoWayBroker broker() {
        return secured().broker();
    }

    @Test
    default void eventsAndMessagesArriveWithTlsAndLogin() throws Exception {
        String destination = createdDestination();
        try (ContractApplication application = new ContractApplication(broker())
                .publishingTo(destination)
                .receivingFrom(broker(), destination)
                .with(secured().trusted())
                .start()) {
            application.record(30);
            Await.until("all events", () -> application.handled().size() >= 30 && application.inInbox() == 0);
            NumberedEvents.assertInOrder(application.handledTexts(), 30);
            application.awaitEmptyOutbox();
        }
    }

    @Test
    default void expiredCertificateIsAnOutageWhoseCauseTheLogHas() throws Exception {
        assertOutage(secured().expired(), "CertificateExpiredException");
    }

    @Test
    default void certificateOfAnUnknownAuthorityIsAnOutageWhoseCauseTheLogHas() throws Exception {
        assertOutage(secured().untrusted(), "ValidatorException");
    }

    @Test
    default void certificateOfAnotherHostIsAnOutageWhoseCauseTheLogHas() throws Exception {
        assertOutage(secured().misnamed(), "subject alternative");
    }

    @Test
    default void wrongPasswordIsAnOutageAndTheEventsArriveAfterTheCorrection() throws Exception {
        assertOutage(secured().wrongPassword(), "");
    }

    /** The events wait without an attempt that counts, and arrive when the configuration is corrected. */
    private void assertOutage(Map<String, String> wrong, String cause) throws Exception {
        String destination = createdDestination();
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .publishingTo(destination)
                        .with(secured().trusted())
                        .with(wrong)
                        .start()) {
            application.record(10);
            ContractTests.awaitLogged(log, OutageContract.OUTAGE);
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith(OutageContract.OUTAGE))
                    .allMatch(line -> line.contains(cause));
            application.assertUntouched(10);
            application.stop();
            application.with(secured().trusted()).start();
            application.awaitEmptyOutbox();
            NumberedEvents.assertInOrder(broker().take(destination), 10);
        }
    }

    @Test
    default void destinationThatTheUserMayNotUseRefusesTheEvent() throws Exception {
        SecuredBroker.Forbidden forbidden = secured().forbidden();
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .publishingTo(forbidden.destination())
                        .with("onceward.relay.max-attempts", "2")
                        .with(secured().trusted())
                        .with(forbidden.configuration())
                        .start()) {
            application.record(ContractApplication.CHANNEL, "refused", OutboxMetadata.none());
            assertThat(application.causeOfParkedEvent()).contains(forbidden.cause());
            assertThat(log.all()).noneMatch(line -> line.startsWith(OutageContract.OUTAGE));
        }
    }
}
