// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

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
 * The adapter for Apache Kafka, on a server and in a plain JVM. Thread-safe.
 *
 * <p>It names no class of the client library itself, so it loads without this library.
 *
 * @since 0.1
 */
public final class KafkaAdapter implements BrokerAdapter {

    private static final String CLIENT = "org.apache.kafka.clients.producer.KafkaProducer";

    /** Called by {@link java.util.ServiceLoader}. */
    public KafkaAdapter() {}

    @Override
    public String scheme() {
        return KafkaSettings.SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return isMissing() ? KafkaSettings.OWN : ClientSettings.ALL;
    }

    @Override
    public Optional<Missing> missing() {
        return isMissing()
                ? Optional.of(new Missing(
                        "the client library of Kafka",
                        "add org.apache.kafka:kafka-clients and its dependencies to the application"))
                : Optional.empty();
    }

    private static boolean isMissing() {
        try {
            Class.forName(CLIENT, false, KafkaAdapter.class.getClassLoader());
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return new KafkaDestinations(new ClientSettings(context.settings()));
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new KafkaPublisher(new ClientSettings(context.settings()));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.of(new KafkaSource(new ClientSettings(context.settings())));
    }

    @Override
    public List<MessageKind> messageKinds() {
        return KafkaMessageKind.ALL;
    }
}
