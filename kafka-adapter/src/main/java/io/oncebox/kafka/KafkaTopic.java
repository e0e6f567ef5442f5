// SPDX-License-Identifier: Apache-2.0
package io.oncebox.kafka;

import io.oncebox.spi.ChannelSettings;
import java.util.regex.Pattern;

/**
 * A topic as the destination of events: {@code kafka:orders}.
 *
 * @param name a legal name
 */
record KafkaTopic(String name) {

    private static final String START = KafkaSettings.SCHEME + ":";

    private static final Pattern LEGAL = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}");

    /**
     * Returns the topic of a channel's events: the configured one, or the topic with the channel's name.
     *
     * @throws io.oncebox.api.OnceboxException if it is not the name of a topic
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
        return LEGAL.matcher(topic).matches();
    }

    /** @throws io.oncebox.api.OnceboxException if the text is not such a URI */
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
