// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
}
