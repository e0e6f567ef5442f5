// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.broker.BrokerAdapters;
import io.oncebox.broker.ChannelAdapters;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.spi.BrokerAdapter;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.Setting.Scope;
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
                new OnceboxConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
