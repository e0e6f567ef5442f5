// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

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
final class KafkaChannels {

    /** Limits for a broker that is alive, on a machine whose disk may take many seconds. */
    static final Map<String, String> PATIENT = Map.of(
            "max.block.ms", "60000",
            "request.timeout.ms", "60000",
            "delivery.timeout.ms", "120000",
            "default.api.timeout.ms", "60000");

    private static final BrokerAdapter ADAPTER = new KafkaAdapter();

    private KafkaChannels() {}

    static ChannelSettings outgoing(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.OUTGOING, "c", ADAPTER);
    }

    static ChannelSettings incoming(Map<String, String> configuration) {
        return channels(configuration).settings(Scope.INCOMING, "c", ADAPTER);
    }

    static Settings global(Map<String, String> configuration) {
        return channels(configuration).settings(ADAPTER);
    }

    /** Returns the settings of clients, given without {@code onceward.kafka.client.}. */
    static ClientSettings clients(String bootstrapServers, Map<String, String> clients) {
        Map<String, String> configuration = new java.util.HashMap<>();
        configuration.put("onceward.kafka.bootstrap-servers", bootstrapServers);
        clients.forEach((name, value) -> configuration.put("onceward.kafka.client." + name, value));
        return new ClientSettings(global(configuration));
    }

    /** Returns {@link #PATIENT} settings that soon report an absent topic. */
    static ClientSettings patientExceptForTopics(String bootstrapServers) {
        Map<String, String> clients = new java.util.HashMap<>(PATIENT);
        clients.put("max.block.ms", "1500");
        return clients(bootstrapServers, clients);
    }

    private static ChannelAdapters channels(Map<String, String> configuration) {
        return new ChannelAdapters(
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name))),
                new BrokerAdapters(List.of(ADAPTER)));
    }
}
