// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.TestAdapter;
import io.onceward.fixture.UnreadMessages;
import io.onceward.spi.MessageKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessageKindsTest {

    private static final MessageKind NUMBERS = UnreadMessages.of(Number.class, Set.of("number-id"));
    private static final MessageKind TEXTS = UnreadMessages.of(CharSequence.class, Set.of("text-id"));

    private final MessageKinds kinds = new MessageKinds(List.of(
            new TestAdapter("alpha", null, null, List.of(NUMBERS), null),
            new TestAdapter("beta", null, null, List.of(TEXTS), null)));

    @Test
    void messageIsOfTheKindOfItsClass() {
        assertThat(kinds.of(7)).contains(NUMBERS);
        assertThat(kinds.of("x")).contains(TEXTS);
        assertThat(kinds.of(new Object())).isEmpty();
        assertThat(kinds.of(null)).isEmpty();
    }

    @Test
    void parameterMayGetAMessageIfItsClassIsOneOrAboveOne() {
        assertThat(kinds.mayBeMessage(Integer.class)).isTrue();
        assertThat(kinds.mayBeMessage(Object.class)).isTrue();
        assertThat(kinds.mayBeMessage(List.class)).isFalse();
    }

    @Test
    void classIsAMessageIfAllItsInstancesAre() {
        assertThat(kinds.isMessage(String.class)).isTrue();
        assertThat(kinds.isMessage(Object.class)).isFalse();
    }

    @Test
    void headersAndAdaptersOfAllAreKnown() {
        assertThat(kinds.headers()).containsExactly("number-id", "text-id");
        assertThat(kinds.adapters()).isEqualTo("alpha, beta");
    }
}
