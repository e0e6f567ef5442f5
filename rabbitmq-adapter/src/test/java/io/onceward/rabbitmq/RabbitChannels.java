// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.config.OncewardConfig;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of channel {@code c} and of all channels, as the engine reads them. */
final class RabbitChannels {

    private static final BrokerAdapter ADAPTER = new RabbitAdapter();

    private RabbitChannels() {}

    static ChannelSettings outgoing(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.OUTGOING, "c", ADAPTER);
    }

    static ChannelSettings incoming(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.INCOMING, "c", ADAPTER);
    }

    static Settings global(Map<String, String> configuration) {
        return channels(configuration).settings(ADAPTER);
    }

    /** Returns the connector for a broker, with further settings given without {@code onceward.rabbitmq.}. */
    static Connector connector(String address, Map<String, String> more) {
        Map<String, String> configuration = new java.util.HashMap<>();
        configuration.put("onceward.rabbitmq.addresses", address);
        more.forEach((name, value) -> configuration.put("onceward.rabbitmq." + name, value));
        return new Connector(global(configuration));
    }

    private static ChannelAdapters channels(Map<String, String> configuration) {
        return new ChannelAdapters(
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
