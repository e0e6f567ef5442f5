// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of other applications that Onceward may be unable to read or to store. */
public interface HostileMessagesContract extends ContractTests {

    @Override
    TwoWayBroker broker();

    @Test
    default void hostileMessagesAreHandledOrSetAsideAndHoldUpNoOther() throws Exception {
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
                    () -> handledOrSetAside(application, destination) == hostile.size() + good.size());
            List<String> handled = application.handledTexts();
            assertThat(handled).doesNotHaveDuplicates();
            if (handled.size() < hostile.size() + good.size()) {
                assertThat(log.all()).anyMatch(text -> text.startsWith("OWD-1"));
            }
        }
    }

    private int handledOrSetAside(ContractApplication application, String destination) {
        try {
            return application.handled().size() + application.parkedInInbox() + broker().setAside(destination);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
