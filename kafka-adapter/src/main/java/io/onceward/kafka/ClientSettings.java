// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.api.OncewardException;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The properties of producers and consumers: the application's own, those that the guarantees need, and defaults that bound
 * each wait. Immutable, thread-safe.
 */
final class ClientSettings {

    /** What the names of the settings of clients start with, after {@code onceward.}. */
    static final String PREFIX = "kafka.client.";

    /** The time in which the broker must answer a question outside of a batch. */
    static final int ANSWER_MILLIS = 5_000;

    /** The settings that the adapter sets itself. */
    private static final Set<String> TAKEN = Set.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.GROUP_ID_CONFIG,
            // one id for several consumers would fence all but one
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);

    /** The only values of settings that keep the guarantees; empty: none. The first one is used without the setting. */
    private static final Map<String, List<String>> DEMANDED = Map.of(
            ProducerConfig.ACKS_CONFIG, List.of("all", "-1"),
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, List.of("true"),
            // a broker that does not know the producer takes its second request though it has refused the first
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, List.of("1"),
            ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, List.of("false"),
            ProducerConfig.PARTITIONER_CLASS_CONFIG, List.of(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG, List.of(),
            // of a producer, they may change topic and key; of a consumer, leave out records
            ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, List.of(),
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, List.of("false"),
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, List.of("earliest", "none"));

    private static final long DELIVERY_TIMEOUT_MILLIS = 20_000;

    private static final Map<String, Object> DEFAULTS = Map.of(
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            "5000",
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
            "10000",
            ProducerConfig.LINGER_MS_CONFIG,
            "0",
            ProducerConfig.BATCH_SIZE_CONFIG,
            "65536",
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            "10000",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            "false",
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            "enable.metrics.push",
            "false");

    /** All settings of the adapter: its own, and those of the clients. */
    static final List<Setting> ALL = Stream.concat(
                    KafkaSettings.OWN.stream(),
                    names().stream()
                            .map(name ->
                                    Setting.of(Scope.GLOBAL, PREFIX + name, "text", "Setting of the clients of Kafka")))
            .toList();

    private final String bootstrapServers;
    private final Map<String, Object> own = new TreeMap<>();

    /** @throws OncewardException if a setting would break a guarantee */
    ClientSettings(Settings settings) {
        bootstrapServers = settings.value(KafkaSettings.BOOTSTRAP_SERVERS).orElse(null);
        for (String name : names()) {
            settings.value(PREFIX + name).ifPresent(value -> {
                List<String> demanded = DEMANDED.get(name);
                if (demanded != null && !demanded.contains(value)) {
                    throw KafkaErrors.breaksGuarantee(
                            settings.key(PREFIX + name),
                            value,
                            demanded.isEmpty() ? "Remove this setting" : "Set it to " + String.join(" or ", demanded));
                }
                own.put(name, value);
            });
        }
    }

    private static Set<String> names() {
        Set<String> names = new TreeSet<>(ProducerConfig.configNames());
        names.addAll(ConsumerConfig.configNames());
        names.removeAll(TAKEN);
        return names;
    }

    /**
     * Checks the settings without a broker.
     *
     * @throws OncewardException if the application names no broker, or the clients refuse a setting
     */
    void verify() {
        try {
            Map<String, Object> producer = producer();
            producer.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
            producer.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
            new ProducerConfig(producer);
            Map<String, Object> consumer = consumer("onceward", 1);
            consumer.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
            consumer.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
            new ConsumerConfig(consumer);
        } catch (ConfigException e) {
            throw KafkaErrors.illegalClientSettings(e);
        }
    }

    private void requireBroker() {
        if (bootstrapServers == null) {
            throw KafkaErrors.noBroker(Scope.GLOBAL.prefix() + KafkaSettings.BOOTSTRAP_SERVERS);
        }
    }

    /** Returns the name of the connection. */
    String connection() {
        return bootstrapServers == null ? "kafka" : "kafka " + bootstrapServers;
    }

    Map<String, Object> producer() {
        Map<String, Object> properties = properties(ProducerConfig.configNames());
        if (!own.containsKey(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)) {
            long least = millis(properties, ProducerConfig.LINGER_MS_CONFIG)
                    + millis(properties, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
            properties.put(
                    ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(Math.max(least, DELIVERY_TIMEOUT_MILLIS)));
        }
        return properties;
    }

    private static long millis(Map<String, Object> properties, String name) {
        String value = properties.get(name).toString();
        try {
            return Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            throw new ConfigException(name, value, "Not a number");
        }
    }

    Map<String, Object> consumer(String group, int maxRecords) {
        Map<String, Object> properties = properties(ConsumerConfig.configNames());
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(maxRecords));
        return properties;
    }

    Map<String, Object> admin() {
        return properties(AdminClientConfig.configNames());
    }

    /** Client ids differ, because each names a JMX bean of the JVM. */
    private Map<String, Object> properties(Set<String> known) {
        requireBroker();
        Map<String, Object> properties = new HashMap<>(DEFAULTS);
        DEMANDED.forEach((name, values) -> values.stream().findFirst().ifPresent(value -> properties.put(name, value)));
        properties.put(
                ProducerConfig.CLIENT_ID_CONFIG,
                "onceward-" + UUID.randomUUID().toString().substring(0, 8));
        properties.putAll(own);
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        properties.keySet().retainAll(known);
        return properties;
    }
}
