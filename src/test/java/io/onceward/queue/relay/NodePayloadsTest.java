// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.machine.PayloadRoom;
import org.junit.jupiter.api.Test;

class NodePayloadsTest {

    private static final long MEGABYTE = 1L << 20;

    private final NodePayloads payloads = new NodePayloads();

    @Test
    void readsOfLargePayloadsTakeTurns() {
        int turn = payloads.beginRead(4 * MEGABYTE);
        assertThat(payloads.allowed(turn)).isEqualTo(4 * MEGABYTE);
        payloads.endRead(turn);
        int next = payloads.beginRead(8 * MEGABYTE);
        assertThat(payloads.allowed(next)).isEqualTo(4 * MEGABYTE);
    }

    @Test
    void readThatHasWaitedTooLongForOthersLoadsLittle() {
        int turn = payloads.beginRead(4 * MEGABYTE);
        int none = payloads.beginRead(4 * MEGABYTE);
        assertThat(payloads.allowed(none)).isEqualTo(PayloadRoom.OWN);
        payloads.endRead(none);
        assertThat(payloads.allowed(payloads.beginRead(4 * MEGABYTE))).isEqualTo(PayloadRoom.OWN);
        payloads.endRead(turn);
        assertThat(payloads.allowed(payloads.beginRead(4 * MEGABYTE))).isEqualTo(4 * MEGABYTE);
    }

    @Test
    void readOfSmallPayloadsDoesNotWait() {
        payloads.beginRead(4 * MEGABYTE);
        int turn = payloads.beginRead(1000);
        assertThat(payloads.allowed(turn)).isEqualTo(4 * MEGABYTE);
        payloads.endRead(turn);
        assertThat(payloads.allowed(payloads.beginRead(4 * MEGABYTE))).isEqualTo(PayloadRoom.OWN);
    }

    @Test
    void payloadsInFlightLeaveAReadTheOwnBytesOfItsQueue() {
        payloads.add(7 * MEGABYTE);
        assertThat(payloads.allowed(0)).isEqualTo(MEGABYTE);
        payloads.add(2 * MEGABYTE);
        assertThat(payloads.hasRoom()).isFalse();
        assertThat(payloads.allowed(0)).isEqualTo(PayloadRoom.OWN);
    }
}
