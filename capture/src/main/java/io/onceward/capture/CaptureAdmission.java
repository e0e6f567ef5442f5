// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.outbox.Admission;
import io.onceward.outbox.Channel;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.queue.RecordedEvent;
import java.util.List;
import java.util.Optional;

/**
 * Refuses delayed events, because nothing delays them, and all events while they would be lost. Between two readings of the
 * watch, events may be recorded that are lost.
 *
 * @param watch empty if the check is off
 */
record CaptureAdmission(Optional<CaptureWatch> watch) implements Admission {

    @Override
    public void admit(Channel channel, List<RecordedEvent> rows) {
        if (rows.stream().anyMatch(row -> row.deliverAt() != null)) {
            throw CaptureErrors.delayed(channel.name());
        }
        watch.map(CaptureWatch::last).filter(CaptureReading::losesEvents).ifPresent(reading -> {
            throw CaptureErrors.wouldBeLost(channel.name(), reading.text());
        });
    }
}
