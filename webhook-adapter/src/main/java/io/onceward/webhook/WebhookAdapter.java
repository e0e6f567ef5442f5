// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting;
import java.util.List;
import java.util.Optional;

/**
 * Publishes each event as an HTTP POST request. A status of 2xx confirms the event. The adapter receives nothing. Thread-safe.
 *
 * @since 0.1
 */
public final class WebhookAdapter implements BrokerAdapter {

    /** Called by {@link java.util.ServiceLoader}. */
    public WebhookAdapter() {}

    @Override
    public String scheme() {
        return WebhookUrl.SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return WebhookSettings.ALL;
    }

    @Override
    public Optional<Missing> missing() {
        return Optional.empty();
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new WebhookDestinations(new WebhookSettings(context.settings()));
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        WebhookSettings settings = new WebhookSettings(context.settings());
        if (settings.isPlainHttpAllowed()) {
            AddressCache.offBy().ifPresent(WebhookErrors::addressesNotCached);
        }
        return new WebhookPublisher(settings);
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.empty();
    }

    @Override
    public List<MessageKind> messageKinds() {
        return List.of();
    }
}
