// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import io.oncebox.broker.BrokerAdapters;
import io.oncebox.broker.ChannelAdapters;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.spi.BrokerAdapter;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.Setting.Scope;
import io.oncebox.spi.Settings;
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

    /** Returns the connector for a broker, with further settings given without {@code oncebox.rabbitmq.}. */
    static Connector connector(String address, Map<String, String> more) {
        Map<String, String> configuration = new java.util.HashMap<>();
        configuration.put("oncebox.rabbitmq.addresses", address);
        more.forEach((name, value) -> configuration.put("oncebox.rabbitmq." + name, value));
        return new Connector(global(configuration));
    }

    private static ChannelAdapters channels(Map<String, String> configuration) {
        return new ChannelAdapters(
                new OnceboxConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
