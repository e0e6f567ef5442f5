// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.InvalidCallException;
import io.onceward.api.OncewardException;
import io.onceward.api.ReceivedMessage;
import io.onceward.broker.MessageKinds;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.TestAdapter;
import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdentifiedMessageTest {

    private final MessageIdentities identities = new MessageIdentities(new MessageKinds(List.of(
            new TestAdapter(null, null, List.of(new MessageKind(Letter.class, message -> null, new Letters()))))));

    @Test
    void propertiesHeadersAndIdentityAreThoseOfTheAdapter() {
        ReceivedMessage message = received(new Letter("id-1", false, Map.of("orderNo", "7", "stamp", "blue")));
        assertThat(message.property("orderNo")).contains("7");
        assertThat(message.property("tenant")).isEmpty();
        assertThat(message.header("stamp")).contains("blue");
        assertThat(message.identity()).contains("id-1");
        assertThat(received(new Letter(null, false, Map.of())).identity()).isEmpty();
    }

    @Test
    void unknownHeaderIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> received(new Letter("id-1", false, Map.of())).header("orderNo"))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0127")
                .hasMessageContainingAll("'billing'", "'orderNo'", "stamp");
    }

    @Test
    void unreadableMessageFailsWithItsCause() {
        ReceivedMessage message = received(new Letter("unreadable", false, Map.of()));
        for (Runnable reading :
                List.<Runnable>of(() -> message.property("x"), () -> message.header("stamp"), message::identity)) {
            assertThatThrownBy(reading::run)
                    .isInstanceOf(OncewardException.class)
                    .hasMessageStartingWith("OWD-0125")
                    .hasMessageContaining("torn")
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void identityOfOneSendingWarnsOncePerHandler() {
        try (LogLines log = new LogLines()) {
            ReceivedMessage message = received(new Letter("id-1", true, Map.of()));
            assertThat(message.property("orderNo")).isEmpty();
            assertThat(log.all()).isEmpty();
            assertThat(message.identity()).contains("id-1");
            assertThat(message.identity()).contains("id-1");
            assertThat(log.all()).hasSize(1).allMatch(line -> line.startsWith("OWD-1031"));
        }
    }

    @Test
    void messageOfTheBrokerIsUnwrapped() {
        Letter letter = new Letter("id-1", false, Map.of());
        assertThat(received(letter).unwrap(Letter.class)).isSameAs(letter);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> received(letter).unwrap(String.class))
                .withMessageContaining("Letter")
                .withMessageContaining("java.lang.String");
    }

    @Test
    void namesAndTypesAreNotNull() {
        ReceivedMessage message = received(new Letter("id-1", false, Map.of()));
        assertThatNullPointerException()
                .isThrownBy(() -> message.property(null))
                .withMessage("name");
        assertThatNullPointerException().isThrownBy(() -> message.header(null)).withMessage("name");
        assertThatNullPointerException().isThrownBy(() -> message.unwrap(null)).withMessage("type");
    }

    @Test
    void callWithoutAMessageIsRefused() {
        assertThatThrownBy(
                        () -> identities.receivedMessage("billing", "Billing#bill", new Object[] {"no letter", null}))
                .hasMessageStartingWith("OWD-0062");
    }

    private ReceivedMessage received(Letter letter) {
        return identities.receivedMessage("billing", "Billing#bill", new Object[] {null, letter});
    }

    private record Letter(String id, boolean isTransportId, Map<String, String> properties) {

        String read(String name) throws IOException {
            if ("unreadable".equals(id)) {
                throw new IOException("torn");
            }
            return properties.get(name);
        }
    }

    private static final class Letters implements MessageIdentity {

        @Override
        public Optional<Identity> of(Object message) throws IOException {
            Letter letter = (Letter) message;
            letter.read("");
            return Optional.ofNullable(letter.id).map(id -> new Identity(id, letter.isTransportId));
        }

        @Override
        public String hint() {
            return "an id";
        }

        @Override
        public Set<String> headers() {
            return Set.of("stamp");
        }

        @Override
        public Optional<String> property(Object message, String name) throws IOException {
            return Optional.ofNullable(((Letter) message).read(name));
        }

        @Override
        public Optional<String> header(Object message, String name) throws IOException {
            return Optional.ofNullable(((Letter) message).read(name));
        }
    }
}
