// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.broker.MessageKinds;
import io.oncebox.fixture.TestAdapter;
import io.oncebox.fixture.UnreadMessages;
import jakarta.jms.Message;
import java.util.List;
import java.util.Set;

/** An adapter that knows messages of Jakarta Messaging, which the rules do not. */
final class TestMessages {

    static final MessageKinds KINDS = new MessageKinds(List.of(new TestAdapter(
            null, null, List.of(UnreadMessages.of(Message.class, Set.of("JMSMessageID", "JMSCorrelationID"))))));

    private TestMessages() {}
}
