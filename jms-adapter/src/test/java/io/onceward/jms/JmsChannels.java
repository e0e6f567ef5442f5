// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.config.OncewardConfig;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of channel {@code c}, as the engine reads them. */
final class JmsChannels {

    private static final BrokerAdapter ADAPTER = new JmsAdapter();

    private JmsChannels() {}

    static ChannelSettings outgoing(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.OUTGOING, "c", ADAPTER);
    }

    static ChannelSettings incoming(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.INCOMING, "c", ADAPTER);
    }

    private static ChannelAdapters channels(Map<String, String> configuration) {
        return new ChannelAdapters(
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
