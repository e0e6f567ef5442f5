// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReservedHeadersTest {

    @Test
    void localEventTellsHowManyHaveLedToIt() {
        Map<String, String> headers = ReservedHeaders.local(Map.of("tenant", "acme"), 3);
        assertThat(ReservedHeaders.localDepth(headers)).hasValue(3);
        assertThat(headers).containsEntry("tenant", "acme");
        assertThat(ReservedHeaders.localDepth(Map.of())).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReservedHeaders.localDepth(Map.of("onceward_local", "many")));
    }

    /** Without a claim, a message that a broker delivers twice would be handled twice. */
    @Test
    void messageOfABrokerIsNeverLocal() {
        assertThat(ReservedHeaders.received(Map.of("onceward_local", "1", "tenant", "acme")))
                .isEqualTo(Map.of("tenant", "acme"));
        assertThat(ReservedHeaders.received(Map.of("tenant", "acme"))).isEqualTo(Map.of("tenant", "acme"));
    }

    @Test
    void parkedEventDoesNotExpireAndIsOneStepFurther() {
        Map<String, String> sent = ReservedHeaders.with(Map.of("tenant", "acme"), 3, Duration.ofMillis(1), true);
        Map<String, String> headers = ReservedHeaders.parked(sent, "orders", "no such address", false);
        assertThat(headers)
                .containsEntry("tenant", "acme")
                .containsEntry("onceward_parked_queue", "orders")
                .containsEntry("onceward_parked_error", "no such address");
        assertThat(ReservedHeaders.expiresAt(headers)).isEmpty();
        assertThat(ReservedHeaders.parksExpired(headers)).isFalse();
        assertThat(ReservedHeaders.localDepth(headers)).hasValue(1);
        assertThat(ReservedHeaders.localDepth(ReservedHeaders.parked(headers, "billing", "again", false)))
                .hasValue(2);
        assertThat(ReservedHeaders.localDepth(
                        ReservedHeaders.parked(Map.of("onceward_local", "many"), "billing", "", false)))
                .hasValue(1);
    }

    /** Only a claim recognizes the copy of a message that a broker has delivered twice. */
    @Test
    void parkedMessageOfABrokerIsNotLocal() {
        Map<String, String> headers = ReservedHeaders.parked(Map.of(), "billing", "no", true);
        assertThat(ReservedHeaders.localDepth(headers)).isEmpty();
        assertThat(ReservedHeaders.parkedQueue(headers)).hasValue("billing");
        assertThat(ReservedHeaders.parkedQueue(ReservedHeaders.received(headers)))
                .as("set by the sender of another message")
                .isEmpty();
    }

    /** A database refuses the character NUL, and half a character of two. */
    @Test
    void errorOfAParkedEventIsShortAndStorable() {
        String error = ReservedHeaders.parked(
                        Map.of(), "orders", "x".repeat(998) + "\0" + "\uD83D\uDE00 and more", true)
                .get("onceward_parked_error");
        assertThat(error).hasSize(998 + 6 + 1).endsWith("\\u0000?");
    }
}
