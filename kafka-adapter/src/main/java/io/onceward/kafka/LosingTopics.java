// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Warns once of each topic whose settings lose records that Kafka has confirmed and nobody has received. Thread-safe. */
final class LosingTopics {

    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final ClientSettings clients;
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    LosingTopics(ClientSettings clients) {
        this.clients = clients;
    }

    /** Checks topics whose brokers have just answered. Does nothing if the user may not see the settings of a topic. */
    void check(Set<String> topics) throws InterruptedException {
        for (String topic : topics) {
            if (checked.add(topic)) {
                check(topic);
            }
        }
    }

    private void check(String topic) throws InterruptedException {
        List<String> ways;
        try {
            ways = ways(settings(topic));
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            return;
        }
        if (!ways.isEmpty()) {
            KafkaLog.loses(topic, String.join("; ", ways));
        }
    }

    private Config settings(String topic) throws ExecutionException, TimeoutException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Admin admin = Admin.create(clients.admin());
        try {
            return admin.describeConfigs(List.of(resource))
                    .values()
                    .get(resource)
                    .get(ClientSettings.ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } finally {
            admin.close(CLOSING);
        }
    }

    private static List<String> ways(Config settings) {
        List<String> ways = new ArrayList<>();
        if (value(settings, TopicConfig.CLEANUP_POLICY_CONFIG).contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            ways.add("cleanup.policy=compact keeps only the last event of a key");
        }
        if (value(settings, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG).equals("true")) {
            ways.add("unclean.leader.election.enable=true makes a replica the leader that lacks confirmed events");
        }
        return ways;
    }

    private static String value(Config settings, String name) {
        ConfigEntry entry = settings.get(name);
        return entry == null || entry.value() == null ? "" : entry.value();
    }
}
