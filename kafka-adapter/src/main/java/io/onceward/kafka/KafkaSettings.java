// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import java.util.List;

/** The settings of the adapter itself, without those of the clients. */
final class KafkaSettings {

    static final String SCHEME = "kafka";

    static final String BOOTSTRAP_SERVERS = "kafka.bootstrap-servers";

    static final String CONSUMER_GROUP = "consumer-group";

    static final String DEAD_LETTER_TOPIC = "dead-letter-topic";

    /** In the order of the configuration page. */
    static final List<Setting> OWN = List.of(
            Setting.of(
                    Scope.GLOBAL,
                    BOOTSTRAP_SERVERS,
                    "HOST:PORT, separated by commas",
                    "Brokers that a client asks first for the others of the cluster"),
            Setting.of(
                    Scope.OUTGOING,
                    ChannelSettings.DESTINATION,
                    "topic",
                    "Topic to which events are published. Empty: the topic with the channel's name"),
            Setting.of(
                    Scope.INCOMING,
                    ChannelSettings.DESTINATION,
                    "topic",
                    "Topic from which Onceward receives messages. Empty: only the application stores messages, with"
                            + " `Inbox.store`"),
            Setting.of(
                    Scope.INCOMING,
                    CONSUMER_GROUP,
                    "name",
                    "Consumer group of the application, the same on all its nodes. Required with a topic"),
            Setting.of(
                    Scope.INCOMING,
                    DEAD_LETTER_TOPIC,
                    "topic",
                    "Topic to which a message goes that can't be stored. Empty: the name of the topic with `.dead-letter`"
                            + " at its end"));

    private KafkaSettings() {}
}
