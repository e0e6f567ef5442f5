// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.oncebox.broker.BrokerAdapters;
import io.oncebox.broker.ChannelAdapters;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.spi.BrokerAdapter;
import io.oncebox.spi.BrokerContext;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.Setting.Scope;
import io.oncebox.spi.Settings;
import io.oncebox.spi.Transactions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of channel {@code c}, as the engine reads them. */
final class NatsChannels {

    static final BrokerAdapter ADAPTER = new NatsAdapter();

    private NatsChannels() {}

    static ChannelSettings outgoing(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.OUTGOING, "c", ADAPTER);
    }

    static ChannelSettings incoming(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.INCOMING, "c", ADAPTER);
    }

    static EventPublisher publisher(Map<String, String> configuration) {
        return ADAPTER.publisher(context(configuration));
    }

    static BrokerContext context(Map<String, String> configuration) {
        Settings settings = channels(configuration).settings(ADAPTER);
        return new BrokerContext() {
            @Override
            public Transactions transactions() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Settings settings() {
                return settings;
            }
        };
    }

    private static ChannelAdapters channels(Map<String, String> configuration) {
        return new ChannelAdapters(
                new OnceboxConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
