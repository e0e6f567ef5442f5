// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurableQueueTest {

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-11-30T10:15:30.123Z", "9999-12-31T00:00:00Z"})
    void idTellsTheTimeOfTheCall(String time) {
        Instant due = Instant.parse(time);
        String id = DurableQueue.callId(due);
        assertThat(DurableQueue.dueOf(id)).isEqualTo(due);
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(UUID.fromString(id).variant()).isEqualTo(2);
        assertThat(DurableQueue.callId(due)).isNotEqualTo(id);
    }

    @Test
    void otherIdsTellNone() {
        assertThat(DurableQueue.dueOf("order-42")).isNull();
        assertThat(DurableQueue.dueOf("")).isNull();
        assertThat(DurableQueue.dueOf(UUID.randomUUID().toString())).isNull();
    }
}
