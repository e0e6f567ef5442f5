// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store that keeps the payloads of the events, or fails. */
final class PayloadStore implements AppendStore {

    final List<String> written = new ArrayList<>();
    RuntimeException failure;

    @Override
    public Optional<Boolean> write(List<RecordedEvent> events, String mark) {
        if (failure != null) {
            throw failure;
        }
        events.forEach(event -> written.add(new String(event.payload(), StandardCharsets.UTF_8)));
        return Optional.empty();
    }

    @Override
    public boolean park(RecordedEvent event, String error) {
        throw new AssertionError("events are not parked here");
    }

    @Override
    public void writeProbe(String id) {
        throw new AssertionError("there are no probes here");
    }

    @Override
    public boolean hasProbe(String id) {
        throw new AssertionError("there are no probes here");
    }

    @Override
    public void removeProbe(String id) {
        throw new AssertionError("there are no probes here");
    }

    @Override
    public int countWaiting(int limit) {
        return 0;
    }
}
