// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of other applications that Onceward may be unable to read or to store. */
public interface HostileMessagesContract extends ContractTests {

    @Override
    TwoWayBroker broker();

    @Test
    default void hostileMessagesAreHandledOrParkedAndHoldUpNoOther() throws Exception {
        String destination = createdDestination();
        List<HostileMessage> hostile = broker().hostileMessages();
        List<String> good = new ArrayList<>();
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .receivingFrom(broker(), destination)
                        .with("mp.messaging.incoming." + ContractApplication.INCOMING + ".max-attempts", "2")
                        .start()) {
            for (HostileMessage each : hostile) {
                each.sending().to(destination);
                String text = "good after " + each.text();
                broker().send(destination, text, "k", text);
                good.add(text);
            }
            Await.until("the good messages", () -> application.handledTexts().containsAll(good));
            Await.until(
                    "the hostile messages",
                    () -> application.handled().size() + application.inInbox() == hostile.size() + good.size()
                            && application.inInbox() == application.parkedInInbox());
            List<String> handled = application.handledTexts();
            assertThat(handled).doesNotHaveDuplicates();
            if (application.parkedInInbox() > 0) {
                assertThat(log.all()).anyMatch(text -> text.startsWith("OWD-1"));
            }
            awaitNothingSetAside(destination);
        }
    }

    private void awaitNothingSetAside(String destination) throws InterruptedException {
        Await.until("the acknowledgements", () -> {
            try {
                return broker().setAside(destination) == 0;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** A broker that got such a message back, again and again, might drop it. */
    @Test
    default void unreadableMessageIsParkedWithItsBytesAndGivenToTheHandlerByAnOperator() throws Exception {
        String destination = createdDestination();
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .receivingFrom(broker(), destination)
                        .start()) {
            String body = "{\"secret\": broken";
            broker().sendUnreadable(destination, body);
            Await.until("the parked message", () -> application.parkedInInbox() == 1);
            broker().send(destination, "good", "k", "good");
            Await.until("the good message", () -> application.handledTexts().contains("good"));
            assertThat(application.parkedInInbox()).isEqualTo(1);
            InboxAdmin admin = application.onceward().inboxAdmin();
            EventSummary parked =
                    admin.find(EventFilter.all().parked(), null, 2).events().get(0);
            assertThat(parked.error()).startsWith("OWD-009").contains(" It came from ");
            assertThat(admin.payload(parked.datasource(), parked.position()))
                    .hasValue(body.getBytes(StandardCharsets.UTF_8));
            assertThat(log.all())
                    .anyMatch(text -> text.startsWith("OWD-1066"))
                    .noneMatch(text -> text.contains("secret"));
            admin.requeue(EventFilter.all(), "operator");
            application.awaitHandled(body);
            awaitNothingSetAside(destination);
        }
    }
}
