// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.config.OnceboxConfig;
import io.oncebox.inbox.ExpiredClaimStore.Retention;
import io.oncebox.inbox.MessageHandler;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How long claims are kept: as is said for the handler, for its channel, or for all handlers of this application. The claims of
 * others in the same table are theirs: they may keep them longer.
 */
final class ClaimRetention implements Retention {

    private final Duration otherwise;
    private final Map<String, Duration> byHandler = new HashMap<>();
    private final Predicate<String> own;

    /** @param own whether a handler is one of this application's */
    ClaimRetention(OnceboxConfig config, List<MessageHandler> handlers, Predicate<String> own) {
        this.own = own;
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
    public Optional<Duration> of(String handler) {
        Duration said = byHandler.get(handler);
        return said != null || !own.test(handler) ? Optional.ofNullable(said) : Optional.of(otherwise);
    }
}
