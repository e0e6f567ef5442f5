// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.fixture.MalformedText;
import io.onceward.text.Unicode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MessageIdentitiesFuzzTest {

    @Test
    void differentIdentitiesStayDifferentWhenStored() {
        MalformedText.each(MessageIdentitiesFuzzTest::staysDifferent);
    }

    @Test
    void shortIdentityIsNotTakenForTheHashOfALongOne() {
        String stored = MessageIdentities.stored("x".repeat(256));
        assertThat(MessageIdentities.stored(stored)).isNotEqualTo(stored);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        staysDifferent(MalformedText.of(data));
    }

    private static void staysDifferent(MalformedText malformed) {
        String one = malformed.text("x".repeat(250), "\uD83D", "\uD83E", "?");
        String other = malformed.yes() ? one + malformed.text() : one.replace('\uD83D', '\uD83E');
        assertThat(stored(one).equals(stored(other))).isEqualTo(one.equals(other));
    }

    /** Returns the identity as a driver sends it. */
    private static String stored(String identity) {
        String stored = MessageIdentities.stored(identity);
        assertThat(stored.length()).isLessThanOrEqualTo(255);
        assertThat(Unicode.isStorable(stored)).isTrue();
        return new String(stored.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
