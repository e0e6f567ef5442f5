// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.config.JndiName;
import io.onceward.spi.ChannelSettings;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A destination with its connection factory, in the form of RFC 6167: {@code jms:queue:orders?jndiConnectionFactoryName=jms/cf}.
 *
 * @param variant where the name is to be found
 * @param name the destination's name
 * @param connectionFactory its JNDI name
 * @param detectsDuplicates whether messages carry an id by which the broker drops a second one
 * @param form the form of the messages
 */
public record JmsUri(
        Variant variant, String name, String connectionFactory, boolean detectsDuplicates, MessageForm form) {

    /** The scheme of all such URIs. */
    public static final String SCHEME = "jms";

    private static final String FACTORY = "jndiConnectionFactoryName=";

    private static final String DUPLICATE_DETECTION = "&duplicateDetection=true";

    private static final String FULL_FORM = "&messageProperties=full";

    /** RFC 6167, section 4. */
    public enum Variant {
        JNDI,
        QUEUE,
        TOPIC;

        /** Returns the start of a configured destination of this variant. */
        public String prefix() {
            return name().toLowerCase(java.util.Locale.ROOT) + ":";
        }
    }

    /** Creates a destination with the default values of the further components. */
    JmsUri(Variant variant, String name, String connectionFactory) {
        this(variant, name, connectionFactory, false, MessageForm.SHORT);
    }

    /** Returns the destination of a channel's events: the configured one, or the queue with the channel's name. */
    static JmsUri of(ChannelSettings settings) {
        JmsUri uri = named(settings);
        JmsSettings.objectClasses(settings);
        return new JmsUri(
                uri.variant,
                uri.name,
                uri.connectionFactory,
                JmsSettings.detectsDuplicates(settings),
                JmsSettings.messageForm(settings));
    }

    /**
     * Returns the destination that a channel receives from.
     *
     * @throws io.onceward.api.OncewardException if it is no queue
     */
    static JmsUri origin(ChannelSettings settings) {
        JmsUri uri = named(settings);
        if (uri.variant() == Variant.TOPIC) {
            throw JmsErrors.topicAsOrigin(settings.channel(), uri.name());
        }
        return uri;
    }

    /** Returns this destination with another queue or topic. */
    public JmsUri with(Variant newVariant, String newName) {
        return new JmsUri(newVariant, newName, connectionFactory, detectsDuplicates, form);
    }

    private static JmsUri named(ChannelSettings settings) {
        String factory = JmsSettings.connectionFactory(settings);
        return settings.value(ChannelSettings.DESTINATION)
                .map(configured -> ofConfigured(configured, settings.key(ChannelSettings.DESTINATION), factory))
                .orElseGet(() -> new JmsUri(Variant.QUEUE, settings.channel(), factory));
    }

    /** From a configured destination: {@code queue:NAME}, {@code topic:NAME}, or a JNDI name. */
    static JmsUri ofConfigured(String destination, String key, String connectionFactory) {
        for (Variant variant : new Variant[] {Variant.QUEUE, Variant.TOPIC}) {
            if (destination.startsWith(variant.prefix())
                    && destination.length() > variant.prefix().length()) {
                return new JmsUri(
                        variant, destination.substring(variant.prefix().length()), connectionFactory);
            }
        }
        return new JmsUri(Variant.JNDI, JndiName.of(key, destination), connectionFactory);
    }

    /** @throws io.onceward.api.OncewardException if the text is not such a URI, or names a resource outside of the server */
    public static JmsUri parse(String uri) {
        int question = uri.indexOf('?');
        if (question > 0 && uri.startsWith(FACTORY, question + 1)) {
            MessageForm form = uri.endsWith(FULL_FORM) ? MessageForm.FULL : MessageForm.SHORT;
            int end = uri.length() - (form == MessageForm.FULL ? FULL_FORM.length() : 0);
            boolean detectsDuplicates = uri.startsWith(DUPLICATE_DETECTION, end - DUPLICATE_DETECTION.length());
            end -= detectsDuplicates ? DUPLICATE_DETECTION.length() : 0;
            String factory = decode(uri, question + 1 + FACTORY.length(), end);
            for (Variant variant : Variant.values()) {
                String start = SCHEME + ":" + variant.prefix();
                if (uri.startsWith(start)) {
                    String name = decode(uri, start.length(), question);
                    boolean legal = variant == Variant.JNDI ? JndiName.isLegal(name) : !name.isEmpty();
                    if (legal && JndiName.isLegal(factory)) {
                        return new JmsUri(variant, name, factory, detectsDuplicates, form);
                    }
                }
            }
        }
        throw JmsErrors.malformedDestination(uri);
    }

    @Override
    public String toString() {
        return SCHEME + ":" + variant.prefix() + encode(name) + "?" + FACTORY + encode(connectionFactory)
                + (detectsDuplicates ? DUPLICATE_DETECTION : "")
                + (form == MessageForm.FULL ? FULL_FORM : "");
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/")
                .replace("%3A", ":");
    }

    /** Decodes a part of a URI. A part with characters that Onceward encodes is not from Onceward. */
    private static String decode(String uri, int start, int end) {
        String text = uri.substring(start, end);
        try {
            if (text.indexOf('&') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            }
        } catch (IllegalArgumentException e) {
            // a broken escape: reported below
        }
        throw JmsErrors.malformedDestination(uri);
    }
}
