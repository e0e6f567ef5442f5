// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.config.OnceboxConfig;
import io.oncebox.inbox.MessageHandler;
import io.oncebox.spi.ClaimArchive.Retention;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How long claims are kept: as is said for the handler, for its channel, or for all. */
final class ClaimRetention implements Retention {

    private final Duration otherwise;
    private final Map<String, Duration> byHandler = new HashMap<>();

    ClaimRetention(OnceboxConfig config, List<MessageHandler> handlers) {
        otherwise = config.inboxRetention();
        for (MessageHandler handler : handlers) {
            config.incoming(handler.channel())
                    .retention()
                    .ifPresent(retention -> byHandler.put(handler.name(), retention));
        }
        byHandler.putAll(config.handlerRetentions());
    }

    @Override
    public Duration shortest() {
        return Stream.concat(Stream.of(otherwise), byHandler.values().stream())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public Duration of(String handler) {
        return byHandler.getOrDefault(handler, otherwise);
    }
}
