// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.ChannelSettings;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where messages are received from: {@code nats:<subject>?stream=<name>&consumer=<name>&ackWait=<duration>}.
 *
 * @param subject the filter of the consumer
 * @param stream empty for the stream that stores the subject
 * @param consumer the durable consumer
 * @param ackWait the time until a redelivery, for a consumer that Onceward creates
 */
record NatsOrigin(String subject, String stream, String consumer, Duration ackWait) {

    private static final String NAME = "[A-Za-z0-9_-]{1,64}";

    private static final Pattern URI =
            Pattern.compile("nats:(.+)\\?stream=(|" + NAME + ")&consumer=(" + NAME + ")&ackWait=(PT[0-9A-Z.]+)");

    static NatsOrigin of(ChannelSettings settings) {
        String subject = settings.value(ChannelSettings.DESTINATION).orElseThrow();
        NatsSubject.illegalFilter(subject).ifPresent(why -> {
            throw NatsErrors.illegalSubject(
                    settings.channel(), subject, why, settings.key(ChannelSettings.DESTINATION));
        });
        return new NatsOrigin(
                subject,
                name(settings, NatsSettings.STREAM),
                requireName(settings, NatsSettings.CONSUMER),
                NatsSettings.duration(settings, NatsSettings.ACK_WAIT));
    }

    private static String requireName(ChannelSettings settings, String setting) {
        String name = name(settings, setting);
        if (name.isEmpty()) {
            throw illegalName(settings, setting);
        }
        return name;
    }

    private static String name(ChannelSettings settings, String setting) {
        String name = settings.value(setting).orElse("");
        if (!name.isEmpty() && !name.matches(NAME)) {
            throw illegalName(settings, setting);
        }
        return name;
    }

    private static RuntimeException illegalName(ChannelSettings settings, String setting) {
        return settings.illegalValue(setting, "a name of 1 to 64 letters, digits, hyphens and underscores");
    }

    static NatsOrigin parse(String uri) {
        Matcher parts = URI.matcher(uri);
        if (!parts.matches()) {
            throw new IllegalArgumentException(uri + " is no origin of NATS messages");
        }
        return new NatsOrigin(parts.group(1), parts.group(2), parts.group(3), Duration.parse(parts.group(4)));
    }

    /** Returns whether two origins have one consumer. A stream that an origin does not name may be that of the other. */
    boolean sharesConsumerWith(NatsOrigin other) {
        boolean oneStream = stream.equals(other.stream) || stream.isEmpty() || other.stream.isEmpty();
        return oneStream && subject.equals(other.subject) && consumer.equals(other.consumer);
    }

    @Override
    public String toString() {
        return NatsAdapter.SCHEME + ":" + subject + "?stream=" + stream + "&consumer=" + consumer + "&ackWait="
                + ackWait;
    }
}
