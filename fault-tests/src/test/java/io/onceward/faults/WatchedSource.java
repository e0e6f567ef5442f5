// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.time.Duration;

/**
 * A source with each storage of messages as a step: before it the messages are received, and after it they are not yet
 * acknowledged. The next receipt is a step, too: before it the messages are acknowledged.
 */
record WatchedSource(MessageSource source) implements MessageSource {

    @Override
    public String origin(ChannelSettings settings) {
        return source.origin(settings);
    }

    @Override
    public boolean divideMessages(String one, String other) {
        return source.divideMessages(one, other);
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        source.verify(settings, origin);
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        int count = source.receive(
                origin, limit, patience, messages -> WatchedAdapter.step("storage", () -> sink.store(messages)));
        if (count > 0) {
            WatchedAdapter.step("next receipt", () -> {});
        }
        return count;
    }

    @Override
    public void close() {
        source.close();
    }
}
