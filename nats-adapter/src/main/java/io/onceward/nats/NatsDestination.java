// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.ChannelSettings;

/**
 * Where events are published: {@code nats:<subject>}. The servers are those of the relay that publishes the event.
 *
 * @param subject legal for publishing
 */
record NatsDestination(String subject) {

    private static final String SCHEME = NatsAdapter.SCHEME + ":";

    /** Returns the destination of a channel: the configured subject, or the channel's name. */
    static NatsDestination of(ChannelSettings settings) {
        String subject = settings.value(ChannelSettings.DESTINATION).orElse(settings.channel());
        NatsSubject.illegalTarget(subject).ifPresent(why -> {
            throw NatsErrors.illegalSubject(
                    settings.channel(), subject, why, settings.key(ChannelSettings.DESTINATION));
        });
        return new NatsDestination(subject);
    }

    /** @throws io.onceward.api.OncewardException if the text is not such a URI */
    static NatsDestination parse(String uri) {
        String subject = uri.startsWith(SCHEME) ? uri.substring(SCHEME.length()) : "";
        NatsSubject.illegalTarget(subject).ifPresent(why -> {
            throw NatsErrors.malformedDestination(uri, why);
        });
        return new NatsDestination(subject);
    }

    @Override
    public String toString() {
        return SCHEME + subject;
    }
}
