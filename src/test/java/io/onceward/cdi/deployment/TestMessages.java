// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.broker.MessageKinds;
import io.onceward.fixture.TestAdapter;
import io.onceward.fixture.UnreadMessages;
import jakarta.jms.Message;
import java.util.List;
import java.util.Set;

/** An adapter that knows messages of Jakarta Messaging, which the rules do not. */
final class TestMessages {

    static final MessageKinds KINDS = new MessageKinds(List.of(new TestAdapter(
            null, null, List.of(UnreadMessages.of(Message.class, Set.of("JMSMessageID", "JMSCorrelationID"))))));

    private TestMessages() {}
}
