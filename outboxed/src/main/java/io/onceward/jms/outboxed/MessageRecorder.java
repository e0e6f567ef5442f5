// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.jms.CarriedHeaders;
import io.onceward.jms.JmsSettings;
import io.onceward.jms.JmsUri;
import io.onceward.jms.ObjectClasses;
import io.onceward.jms.TypedValue;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import io.onceward.spi.ChannelSettings;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Records messages as events. Thread-safe. */
final class MessageRecorder {

    private final AdapterOutbox outbox;

    /** The destinations in the rows, by channel; one entry for each queue and topic of the application. */
    private final Map<DestinationName, String> destinations = new ConcurrentHashMap<>();

    /** The properties whose values are the keys, by channel. */
    private final Map<String, String> keyProperties = new ConcurrentHashMap<>();

    /** The classes whose objects may be recorded, by channel. */
    private final Map<String, ObjectClasses> objectClasses = new ConcurrentHashMap<>();

    MessageRecorder(AdapterOutbox outbox) {
        this.outbox = outbox;
    }

    /**
     * Records a message in the transaction of the calling thread, and sets the headers of the message as a send does. If that fails,
     * the transaction is marked for rollback.
     *
     * @throws io.onceward.api.OncewardException if the message was not recorded
     */
    void record(Destination destination, Message message, SendOptions options) {
        long now = System.currentTimeMillis();
        DestinationName name;
        try {
            name = DestinationName.of(destination, "sending to it");
            Objects.requireNonNull(message, "message");
        } catch (RuntimeException e) {
            throw outbox.refuse(e);
        }
        String id = outbox.record(name.name(), target -> event(name, target, message, options, now));
        try {
            setSent(destination, message, options, id, now);
        } catch (JMSException | RuntimeException e) { // other implementations may throw anything
            throw outbox.refuse(OutboxedErrors.unreadableMessage(message.getClass(), e));
        }
    }

    /** Marks the transaction for rollback because of a call that can't be recorded, and throws. */
    RuntimeException refuse(RuntimeException failure) {
        return outbox.refuse(failure);
    }

    private static void setSent(Destination destination, Message message, SendOptions options, String id, long now)
            throws JMSException {
        message.setJMSDestination(destination);
        message.setJMSMessageID("ID:" + id);
        message.setJMSTimestamp(now);
        message.setJMSDeliveryMode(options.deliveryMode());
        message.setJMSPriority(options.priority());
        message.setJMSExpiration(options.timeToLive() == 0 ? 0 : now + options.timeToLive());
        message.setJMSDeliveryTime(now + options.deliveryDelay());
    }

    private AdapterEvent event(
            DestinationName name, AdapterOutbox.Target target, Message message, SendOptions options, long now) {
        String uri = destinations.computeIfAbsent(name, each -> uri(each, target));
        try {
            EncodedPayload object = object(name.name(), message, target.settings());
            MessageBody body = object == null
                    ? MessageBody.of(message)
                    : new MessageBody(object.payload(), object.contentType(), null);
            Map<String, String> carried = new LinkedHashMap<>();
            String keyProperty = keyProperties.computeIfAbsent(name.name(), channel -> keyProperty(target.settings()));
            OutboxMetadata metadata =
                    withOptions(withClass(metadata(message, keyProperty, carried), object), options, now);
            carry(message, options, body, carried);
            return new AdapterEvent(body.payload(), body.contentType(), metadata, carried, uri);
        } catch (OncewardException e) {
            throw e;
        } catch (JMSException | RuntimeException e) { // other implementations may throw anything
            throw OutboxedErrors.unreadableMessage(message.getClass(), e);
        }
    }

    /** Returns the encoded object of a message if its class is allowed; {@code null} for another message. */
    private EncodedPayload object(String channel, Message message, ChannelSettings settings) {
        if (!(message instanceof OutboxedObjectMessage own) || !own.hasApplicationObject()) {
            return null;
        }
        ObjectClasses allowed = objectClasses.computeIfAbsent(channel, each -> JmsSettings.objectClasses(settings));
        Object object = own.getObject();
        return allowed.contains(object.getClass()) ? outbox.encode(channel, object) : null;
    }

    /** Adds the key and the type that the class of an object gives, unless the message has its own. */
    private static OutboxMetadata withClass(OutboxMetadata metadata, EncodedPayload object) {
        if (object == null) {
            return metadata;
        }
        return metadata.withKey(metadata.key() == null ? object.key() : metadata.key())
                .withType(metadata.type() == null ? object.type() : metadata.type());
    }

    private static String keyProperty(ChannelSettings settings) {
        return settings.value(JmsSettings.KEY_PROPERTY).orElse(MessageProperties.GROUP);
    }

    /** Returns the destination for a row: the configured one, else the queue or topic that the application names. */
    private static String uri(DestinationName name, AdapterOutbox.Target target) {
        String variant = name.variant().name().toLowerCase(Locale.ROOT);
        if (target.destinations().size() > 1) {
            throw OutboxedErrors.otherDestination(variant, name.name(), "several destinations");
        }
        String configured = target.destinations().get(0);
        if (!configured.startsWith(JmsUri.SCHEME + ":")) {
            String scheme = configured.substring(0, configured.indexOf(':')); // a URI may contain a password
            throw OutboxedErrors.otherDestination(variant, name.name(), "a broker of the kind '" + scheme + "'");
        }
        JmsUri channel = JmsUri.parse(configured);
        if (target.settings().value(ChannelSettings.DESTINATION).isEmpty()) {
            return channel.with(name.variant(), name.name()).toString();
        }
        if (channel.variant() != JmsUri.Variant.JNDI && channel.variant() != name.variant()) {
            throw OutboxedErrors.otherDestination(
                    variant, name.name(), channel.variant().prefix() + channel.name());
        }
        return configured;
    }

    private static OutboxMetadata withOptions(OutboxMetadata metadata, SendOptions options, long now) {
        OutboxMetadata with = metadata;
        if (options.priority() != Message.DEFAULT_PRIORITY) {
            with = with.withPriority(options.priority());
        }
        if (options.timeToLive() > 0) {
            with = with.withTimeToLive(Duration.ofMillis(options.timeToLive()));
        }
        return options.deliveryDelay() == 0
                ? with
                : with.withDeliverAt(Instant.ofEpochMilli(now + options.deliveryDelay()));
    }

    /** Reads properties and headers; adds what is no text to the carried headers. */
    private static OutboxMetadata metadata(Message message, String keyProperty, Map<String, String> carried)
            throws JMSException {
        OutboxMetadata metadata =
                OutboxMetadata.none().withType(message.getJMSType()).withKey(key(message, keyProperty));
        StringBuilder types = new StringBuilder();
        for (Object each : Collections.list((Enumeration<?>) message.getPropertyNames())) {
            String name = (String) each;
            Object value = message.getObjectProperty(name);
            if (name.equals(MessageProperties.GROUP)) {
                if (!name.equals(keyProperty)) {
                    carried.put(CarriedHeaders.GROUP, String.valueOf(value));
                }
            } else if (name.equals(MessageProperties.GROUP_SEQUENCE)) {
                carried.put(CarriedHeaders.GROUP_SEQUENCE, String.valueOf(value));
            } else if (!isOfProvider(message, name)) {
                metadata = metadata.withHeader(name, text(name, value, types));
            }
        }
        if (types.length() > 0) {
            carried.put(CarriedHeaders.TYPES, types.toString());
        }
        String correlation = message.getJMSCorrelationID();
        if (correlation == null) {
            return metadata;
        }
        if (!correlation.equals(metadata.headers().getOrDefault(OutboxMetadata.CORRELATION_ID, correlation))) {
            throw OutboxedErrors.illegalProperty(
                    OutboxMetadata.CORRELATION_ID, "it differs from JMSCorrelationID", "another name");
        }
        return metadata.withHeader(OutboxMetadata.CORRELATION_ID, correlation);
    }

    /** A received message has properties of its broker and of Onceward, which mean nothing to another send. */
    private static boolean isOfProvider(Message message, String name) {
        return !(message instanceof OutboxedMessage)
                && (name.startsWith("JMS") || name.startsWith("_") || name.startsWith("onceward_"));
    }

    private static String key(Message message, String keyProperty) throws JMSException {
        Object value = message.getObjectProperty(keyProperty);
        return value == null ? null : value.toString();
    }

    private static String text(String name, Object value, StringBuilder types) {
        TypedValue typed = TypedValue.of(value);
        if (typed == null) {
            throw OutboxedErrors.illegalProperty(
                    name,
                    "properties have no values of " + value.getClass().getName(),
                    "a String, a boxed number or a Boolean");
        }
        if (!typed.type().equals(TypedValue.STRING)) {
            types.append(types.length() == 0 ? "" : ",")
                    .append(name)
                    .append(' ')
                    .append(typed.type());
        }
        return typed.text();
    }

    private static void carry(Message message, SendOptions options, MessageBody body, Map<String, String> carried)
            throws JMSException {
        if (message.getJMSReplyTo() != null) {
            carried.put(
                    CarriedHeaders.REPLY_TO,
                    DestinationName.of(message.getJMSReplyTo(), "JMSReplyTo").text());
        }
        if (options.deliveryMode() == DeliveryMode.NON_PERSISTENT) {
            carried.put(CarriedHeaders.DELIVERY_MODE, CarriedHeaders.NON_PERSISTENT);
        }
        if (body.empty() != null) {
            carried.put(CarriedHeaders.EMPTY, body.empty());
        }
    }
}
