// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.ChannelSettings;

/**
 * A topic as the destination of events: {@code kafka:orders}.
 *
 * @param name a legal name
 */
record KafkaTopic(String name) {

    private static final String START = KafkaSettings.SCHEME + ":";

    private static final int MAX_LENGTH = 249;

    /**
     * Returns the topic of a channel's events: the configured one, or the topic with the channel's name.
     *
     * @throws io.onceward.api.OncewardException if it is not the name of a topic
     */
    static KafkaTopic of(ChannelSettings settings) {
        return new KafkaTopic(legal(
                settings,
                ChannelSettings.DESTINATION,
                settings.value(ChannelSettings.DESTINATION).orElse(settings.channel())));
    }

    /** Returns the name, which a setting has as its value or default. */
    static String legal(ChannelSettings settings, String setting, String topic) {
        if (!isLegal(topic)) {
            throw KafkaErrors.illegalTopicSetting(settings.key(setting), topic);
        }
        return topic;
    }

    static boolean isLegal(String topic) {
        if (topic.isEmpty() || topic.length() > MAX_LENGTH || topic.equals(".") || topic.equals("..")) {
            return false;
        }
        for (int i = 0; i < topic.length(); i++) {
            char c = topic.charAt(i);
            boolean isAlphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!isAlphanumeric && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    /** @throws io.onceward.api.OncewardException if the text is not such a URI */
    static KafkaTopic parse(String uri) {
        String topic = uri.startsWith(START) ? uri.substring(START.length()) : "";
        if (!isLegal(topic)) {
            throw KafkaErrors.malformedDestination(uri);
        }
        return new KafkaTopic(topic);
    }

    @Override
    public String toString() {
        return START + name;
    }
}
