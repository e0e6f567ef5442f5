// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.OutboxEvent;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * An exchange or queue as the destination of events: {@code rabbitmq:exchange:shop?routingKey=orders.{key}} or
 * {@code rabbitmq:queue:orders}.
 *
 * @param exchange a legal name; empty for the default exchange, which routes to the queue that the routing key names
 * @param routingKey with placeholders, unless the exchange is the default exchange
 * @param isStrict whether each event waits for the confirmation of the previous event of its key
 */
record RabbitTarget(String exchange, String routingKey, boolean isStrict) {

    /** The longest name of an exchange or queue, and the longest routing key: a short string of AMQP. */
    static final int MAX_BYTES = 255;

    private static final String QUEUE = "queue:";

    private static final String EXCHANGE = "exchange:";

    private static final String START = RabbitSettings.SCHEME + ":";

    private static final String KEY_PARAMETER = "?routingKey=";

    private static final String STRICT_PARAMETER = "&strictOrder=true";

    /**
     * Returns the destination of a channel's events: the configured one, or the queue with the channel's name.
     *
     * @throws io.onceward.api.OncewardException if a setting is illegal
     */
    static RabbitTarget of(ChannelSettings settings) {
        boolean isStrict = RabbitSettings.isTrue(settings, RabbitSettings.STRICT_ORDER);
        String configured = settings.value(ChannelSettings.DESTINATION).orElse(QUEUE + settings.channel());
        String routingKey = settings.value(RabbitSettings.ROUTING_KEY).orElse(null);
        if (isNamed(configured, QUEUE) && routingKey == null) {
            return new RabbitTarget("", configured.substring(QUEUE.length()), isStrict);
        }
        if (isNamed(configured, QUEUE)) {
            throw settings.illegalValue(
                    RabbitSettings.ROUTING_KEY, "no routing key: the destination is a queue, not an exchange");
        }
        if (isNamed(configured, EXCHANGE)) {
            String key = routingKey == null ? settings.channel() : routingKey;
            if (isTooLong(key)) {
                throw settings.illegalValue(RabbitSettings.ROUTING_KEY, "at most 255 bytes");
            }
            return new RabbitTarget(configured.substring(EXCHANGE.length()), key, isStrict);
        }
        throw RabbitErrors.illegalDestination(settings.key(ChannelSettings.DESTINATION), configured);
    }

    /**
     * Returns the queue that a channel receives from.
     *
     * @throws io.onceward.api.OncewardException if it is no queue
     */
    static RabbitTarget origin(ChannelSettings settings) {
        String configured = settings.value(ChannelSettings.DESTINATION).orElse(QUEUE + settings.channel());
        if (!isNamed(configured, QUEUE)) {
            throw RabbitErrors.illegalOrigin(settings.key(ChannelSettings.DESTINATION), configured);
        }
        return new RabbitTarget("", configured.substring(QUEUE.length()), false);
    }

    private static boolean isNamed(String configured, String kind) {
        return configured.startsWith(kind)
                && configured.length() > kind.length()
                && !isTooLong(configured.substring(kind.length()));
    }

    static boolean isTooLong(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    }

    /** @throws io.onceward.api.OncewardException if the text is not such a URI */
    static RabbitTarget parse(String uri) {
        boolean isStrict = uri.endsWith(STRICT_PARAMETER);
        String remaining = isStrict ? uri.substring(0, uri.length() - STRICT_PARAMETER.length()) : uri;
        int question = remaining.indexOf('?');
        if (remaining.startsWith(START + QUEUE) && question < 0) {
            return new RabbitTarget("", decode(uri, remaining.substring((START + QUEUE).length())), isStrict);
        }
        if (remaining.startsWith(START + EXCHANGE) && remaining.startsWith(KEY_PARAMETER, Math.max(0, question))) {
            String exchange = decode(uri, remaining.substring((START + EXCHANGE).length(), question));
            String key = remaining.substring(question + KEY_PARAMETER.length());
            return new RabbitTarget(exchange, key.isEmpty() ? "" : decode(uri, key), isStrict);
        }
        throw RabbitErrors.malformedDestination(uri);
    }

    /** Returns the name of the queue, if the destination is the default exchange. */
    String queue() {
        return routingKey;
    }

    /** Returns the routing key of an event. */
    String routingKey(OutboxEvent event) {
        if (exchange.isEmpty() || routingKey.indexOf('{') < 0) {
            return routingKey;
        }
        StringBuilder made = new StringBuilder();
        int done = 0;
        for (int brace = routingKey.indexOf('{'); brace >= 0; brace = routingKey.indexOf('{', done)) {
            made.append(routingKey, done, brace);
            if (routingKey.startsWith("{key}", brace)) {
                made.append(event.key() == null ? event.id() : event.key());
                done = brace + "{key}".length();
            } else if (routingKey.startsWith("{type}", brace)) {
                made.append(event.type());
                done = brace + "{type}".length();
            } else {
                made.append('{');
                done = brace + 1;
            }
        }
        return made.append(routingKey, done, routingKey.length()).toString();
    }

    @Override
    public String toString() {
        String path = exchange.isEmpty()
                ? QUEUE + encode(routingKey)
                : EXCHANGE + encode(exchange) + KEY_PARAMETER + encode(routingKey);
        return START + path + (isStrict ? STRICT_PARAMETER : "");
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/")
                .replace("%3A", ":")
                .replace("%7B", "{")
                .replace("%7D", "}");
    }

    /** Decodes a part of a URI. A part with characters that Onceward encodes is not from Onceward. */
    private static String decode(String uri, String text) {
        try {
            if (text.indexOf('&') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                String decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
                if (!decoded.isEmpty() && !isTooLong(decoded)) {
                    return decoded;
                }
            }
        } catch (IllegalArgumentException e) {
            // a broken escape: reported below
        }
        throw RabbitErrors.malformedDestination(uri);
    }
}
