// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.DurableCalls;
import io.onceward.api.InvalidCallException;
import io.onceward.api.OutboxMetadata;
import io.onceward.inbox.DurableQueue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The calls that a lambda makes, and the times that they may have. */
class DurableCallsBeanTest {

    private static final OutboxMetadata NONE = OutboxMetadata.none();

    private final DurableCalls calls = new DurableCallsBean();
    private final List<OutboxMetadata> recorded = new ArrayList<>();

    /** Records a call of a durable method whose argument with the key is this one. */
    private void call(String key) {
        PlannedCall.record(NONE.withKey(key), metadata -> {
            recorded.add(metadata);
            return metadata.id();
        });
    }

    @Test
    void callHasTheTimeTheKeyAndTheNameOfItsPlan() {
        Instant due = Instant.parse("2030-01-01T00:00:00Z");
        String id = PlannedCall.make(NONE.withDeliverAt(due).withKey("k").withType("reminder"), () -> call("argument"));
        assertThat(recorded)
                .containsExactly(NONE.withDeliverAt(due)
                        .withKey("k")
                        .withType("reminder")
                        .withId(id));
        assertThat(DurableQueue.dueOf(id)).isEqualTo(due);
    }

    @Test
    void keyOfTheArgumentHoldsWithoutAnotherOne() {
        PlannedCall.make(NONE, () -> call("argument"));
        assertThat(recorded).extracting(OutboxMetadata::key).containsExactly("argument");
    }

    @Test
    void callOutsideOfALambdaIsPlain() {
        PlannedCall.make(NONE.withKey("k"), () -> call(null));
        recorded.clear();
        call("argument");
        assertThat(recorded).containsExactly(NONE.withKey("argument"));
    }

    @Test
    void lambdaWithoutACallOrWithSeveralIsRefused() {
        assertThatThrownBy(() -> PlannedCall.make(NONE, () -> {}))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0360")
                .hasMessageContaining("none");
        assertThatThrownBy(() -> PlannedCall.make(NONE, () -> {
                    call("1");
                    call("2");
                }))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0360")
                .hasMessageContaining("several");
        assertThat(recorded).hasSize(1);
    }

    @Test
    void callOfAnotherThreadDoesNotCount() {
        assertThatThrownBy(() -> PlannedCall.make(NONE, () -> {
                    Thread other = new Thread(() -> call("other"));
                    other.start();
                    other.join();
                }))
                .hasMessageStartingWith("OWD-0360");
        assertThat(recorded).extracting(OutboxMetadata::id).containsOnlyNulls();
    }

    @Test
    void plansMayBeNested() {
        List<String> inner = new ArrayList<>();
        String outer = PlannedCall.make(NONE.withKey("outer"), () -> {
            inner.add(PlannedCall.make(NONE.withKey("inner"), () -> call(null)));
            call(null);
        });
        assertThat(recorded).extracting(OutboxMetadata::key).containsExactly("inner", "outer");
        assertThat(recorded).extracting(OutboxMetadata::id).containsExactly(inner.get(0), outer);
    }

    @Test
    void exceptionOfTheLambdaReachesTheCallerAndEndsThePlan() {
        assertThatThrownBy(() -> PlannedCall.make(NONE.withKey("k"), () -> {
                    throw new IOException("no");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no");
        call(null);
        assertThat(recorded).containsExactly(NONE);
    }

    @Test
    void timesOutOfRangeAreRefused() {
        for (Duration delay : List.of(
                Duration.ofMillis(-1), Duration.ofDays(365 * 9000), Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))) {
            assertThatThrownBy(() -> calls.in(delay))
                    .isInstanceOf(InvalidCallException.class)
                    .hasMessageStartingWith("OWD-0361");
        }
        for (Instant time : List.of(Instant.MIN, Instant.EPOCH.minusMillis(1), Instant.MAX)) {
            assertThatThrownBy(() -> calls.at(time))
                    .isInstanceOf(InvalidCallException.class)
                    .hasMessageStartingWith("OWD-0361");
        }
        assertThat(calls.in(Duration.ZERO)).isNotSameAs(calls);
        assertThat(calls.at(Instant.EPOCH)).isNotSameAs(calls);
    }
}
