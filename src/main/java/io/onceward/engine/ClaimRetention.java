// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.config.OncewardConfig;
import io.onceward.inbox.ExpiredClaimStore.Retention;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The configured retention of claims: of the handler, of its channel, or of all handlers of this application. Claims of other
 * applications in the same table are left to them.
 */
final class ClaimRetention implements Retention {

    private final Duration otherwise;
    private final Map<String, Duration> byHandler = new HashMap<>();
    private final Predicate<String> own;

    /** @param own whether a handler belongs to this application */
    ClaimRetention(OncewardConfig config, List<MessageHandler> handlers, Predicate<String> own) {
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
        Duration configured = byHandler.get(handler);
        return configured != null || !own.test(handler) ? Optional.ofNullable(configured) : Optional.of(otherwise);
    }
}
