// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.ChannelSettings;

/**
 * A topic from which a consumer group receives.
 *
 * @param topic a legal name
 * @param group not blank
 * @param deadLetterTopic the topic for messages that can't be stored; a legal name, and not that of the topic
 */
record KafkaOrigin(String topic, String group, String deadLetterTopic) {

    private static final String START = KafkaSettings.SCHEME + ":";

    private static final String DEAD_LETTERS = "?deadLetterTopic=";

    private static final String GROUP = "&group=";

    /** @throws io.onceward.api.OncewardException if a setting is illegal or missing */
    static KafkaOrigin of(ChannelSettings settings) {
        String topic = KafkaTopic.of(settings).name();
        String group = settings.value(KafkaSettings.CONSUMER_GROUP)
                .orElseThrow(() ->
                        KafkaErrors.noConsumerGroup(settings.channel(), settings.key(KafkaSettings.CONSUMER_GROUP)));
        String deadLetters = settings.value(KafkaSettings.DEAD_LETTER_TOPIC).orElse(topic + ".dead-letter");
        if (deadLetters.equals(topic)) {
            throw KafkaErrors.deadLetterLoop(settings.key(KafkaSettings.DEAD_LETTER_TOPIC), topic);
        }
        return new KafkaOrigin(topic, group, KafkaTopic.legal(settings, KafkaSettings.DEAD_LETTER_TOPIC, deadLetters));
    }

    /** Reads an origin that this class has written. */
    static KafkaOrigin parse(String uri) {
        int letters = uri.indexOf(DEAD_LETTERS);
        int group = uri.indexOf(GROUP, letters);
        return new KafkaOrigin(
                uri.substring(START.length(), letters),
                uri.substring(group + GROUP.length()),
                uri.substring(letters + DEAD_LETTERS.length(), group));
    }

    /** Returns whether Kafka divides the partitions of a topic between the consumers of two origins. */
    boolean sharesGroupWith(KafkaOrigin other) {
        return topic.equals(other.topic) && group.equals(other.group);
    }

    @Override
    public String toString() {
        return START + topic + DEAD_LETTERS + deadLetterTopic + GROUP + group;
    }
}
