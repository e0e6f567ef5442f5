// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The topics of Kafka. Thread-safe. */
record KafkaDestinations(ClientSettings clients) implements Destinations {

    @Override
    public String destination(ChannelSettings settings) {
        return KafkaTopic.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        clients.verify();
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return KafkaHeaders.illegal(name);
    }

    @Override
    public String connection(String destination) {
        KafkaTopic.parse(destination);
        return clients.connection();
    }
}
