// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.api.Inbox;
import io.onceward.engine.Engine;
import java.util.Objects;

/** The {@link Inbox} of an engine. */
record EngineInbox(Engine engine) implements Inbox {

    @Override
    public void store(String channel, Object message) {
        Objects.requireNonNull(channel, "channel");
        engine.stored().store(channel, Objects.requireNonNull(message, "message"));
    }

    @Override
    public <T> T payload(Object message, Class<T> type) {
        return engine.payloads().decode(message, type);
    }
}
