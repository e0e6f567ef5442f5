// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.engine.Engine;

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
