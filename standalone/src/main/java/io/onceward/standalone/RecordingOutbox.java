// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.Engine;

/** The {@link Outbox} of an engine. */
record RecordingOutbox(Engine engine) implements Outbox {

    @Override
    public String record(String channel, Object payload) {
        return record(channel, payload, OutboxMetadata.none());
    }

    @Override
    public String record(String channel, Object payload, OutboxMetadata metadata) {
        return engine.recording(channel).record(payload, metadata);
    }
}
