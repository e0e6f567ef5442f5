// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.config.OncewardConfig;
import io.onceward.contract.HeardPublisher;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings and publishers, as the engine makes them. */
final class Webhooks {

    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final BrokerAdapter ADAPTER = new WebhookAdapter();

    private Webhooks() {}

    /** Returns the settings of channel {@code c}. */
    static ChannelSettings channel(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.OUTGOING, "c", ADAPTER);
    }

    static WebhookSettings settings(Map<String, String> configuration) {
        return new WebhookSettings(channels(configuration).settings(ADAPTER));
    }

    /** Returns the configuration that allows servers of tests on the loopback address, also if the machine is slow. */
    static Map<String, String> local(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.webhook-hosts", "127.0.0.1:*, localhost:*",
                "onceward.webhook-networks", "127.0.0.0/8, ::1",
                "onceward.webhook-plain-http", "true",
                "onceward.webhook-connect-timeout", "PT1M",
                "onceward.webhook-request-timeout", "PT3M",
                "onceward.webhook-secret", SECRET));
        configuration.putAll(more);
        return configuration;
    }

    /** Returns a publisher that may publish to servers of tests. */
    static HeardPublisher publisher(Map<String, String> more) {
        return new HeardPublisher(new WebhookPublisher(settings(local(more))));
    }

    private static ChannelAdapters channels(Map<String, String> configuration) {
        return new ChannelAdapters(
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
