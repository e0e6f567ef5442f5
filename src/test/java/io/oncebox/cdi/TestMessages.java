// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.broker.MessageKinds;
import io.oncebox.fixture.TestAdapter;
import io.oncebox.spi.MessageIdentity;
import io.oncebox.spi.MessageKind;
import jakarta.jms.Message;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An adapter that knows messages of Jakarta Messaging, which the rules do not. */
final class TestMessages {

    static final MessageKinds KINDS = new MessageKinds(List.of(new TestAdapter(
            null,
            null,
            List.of(new MessageKind(
                    Message.class,
                    message -> {
                        throw new AssertionError("nothing is read here");
                    },
                    new Identities())))));

    private TestMessages() {}

    private static final class Identities implements MessageIdentity {

        @Override
        public Optional<Identity> of(Object message) {
            throw new AssertionError("nothing is identified here");
        }

        @Override
        public String hint() {
            return "an id";
        }

        @Override
        public Set<String> headers() {
            return Set.of("JMSMessageID", "JMSCorrelationID");
        }
    }
}
