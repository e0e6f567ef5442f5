// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** The URLs that events are sent to. Thread-safe. */
record WebhookDestinations(WebhookSettings settings) implements Destinations {

    @Override
    public String destination(ChannelSettings channel) {
        String key = channel.key(ChannelSettings.DESTINATION);
        String url = channel.value(ChannelSettings.DESTINATION)
                .orElseThrow(() -> WebhookErrors.noUrl(channel.channel(), key));
        try {
            return WebhookUrl.of(url).toString();
        } catch (IllegalArgumentException e) {
            throw WebhookErrors.illegalUrl(channel.channel(), e.getMessage(), key);
        }
    }

    @Override
    public void verify(ChannelSettings channel, String destination) {
        WebhookUrl url = WebhookUrl.ofRow(destination);
        refused(url).or(() -> refusedAddress(url)).ifPresent(reason -> {
            throw WebhookErrors.refusedChannel(channel.channel(), reason, channel.key(ChannelSettings.DESTINATION));
        });
        try {
            settings.secrets().of(url.host());
        } catch (IllegalStateException e) {
            throw WebhookErrors.noSecret(e.getMessage(), e);
        }
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return HeaderName.illegal(name);
    }

    @Override
    public String connection(String destination) {
        return WebhookUrl.ofRow(destination).connection();
    }

    /** Returns why nothing is sent to a URL; empty if it is allowed. */
    Optional<String> refused(WebhookUrl url) {
        if (!settings.hosts().allow(url)) {
            return Optional.of("onceward.webhook-hosts does not contain " + url.host() + ":" + url.port());
        }
        return url.isSecure() || settings.isPlainHttpAllowed()
                ? Optional.empty()
                : Optional.of("it uses http and not https, and onceward.webhook-plain-http is not true");
    }

    /** Checks an address in a URL. Names are resolved only when an event is published. */
    private Optional<String> refusedAddress(WebhookUrl url) {
        if (!url.isAddress()) {
            return Optional.empty();
        }
        try {
            return settings.addresses()
                    .refusedKind(InetAddress.getByName(url.host()))
                    .map(kind -> "its host is " + kind + ", and onceward.webhook-networks does not contain it");
        } catch (UnknownHostException e) {
            return Optional.of("its host is not an IP address");
        }
    }
}
