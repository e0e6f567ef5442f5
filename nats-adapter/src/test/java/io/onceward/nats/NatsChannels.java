// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.config.OncewardConfig;
import io.onceward.contract.HeardPublisher;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

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

    static HeardPublisher publisher(Map<String, String> configuration) {
        return new HeardPublisher(ADAPTER.publisher(context(configuration)));
    }

    static Destinations destinations() {
        return ADAPTER.destinations(context(Map.of()));
    }

    static BrokerContext context(Map<String, String> configuration) {
        Settings settings = channels(configuration).settings(ADAPTER);
        return new BrokerContext() {
            @Override
            public Transactions transactions() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Transactions checkTransactions() {
                throw new UnsupportedOperationException();
            }

            @Override
            public ThreadFactory checkThreads() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Duration sendTimeout() {
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
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
