// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.config.JndiName;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The settings of the adapter and their values. */
public final class JmsSettings {

    static final String CONNECTION_FACTORY = "connection-factory";

    private static final String PROBE_QUEUE = "probe-queue";

    static final String DUPLICATE_DETECTION = "duplicate-detection";

    private static final String MESSAGE_PROPERTIES = "message-properties";

    /** The property of an outboxed message whose value becomes the key of the event. */
    public static final String KEY_PROPERTY = "key-property";

    private static final String OBJECT_CLASSES = "object-classes";

    /** All settings, in the order of the configuration page. */
    static final List<Setting> ALL = List.of(
            Setting.of(
                            Scope.GLOBAL,
                            CONNECTION_FACTORY,
                            "JNDI name",
                            "JNDI name of the JMS connection factory of all channels")
                    .withDefault("java:comp/DefaultJMSConnectionFactory"),
            Setting.of(
                    Scope.GLOBAL,
                    PROBE_QUEUE,
                    "JNDI name or queue:NAME",
                    "The queue for the probes of the self-check. Empty: a temporary queue for each check"),
            Setting.of(
                    Scope.GLOBAL,
                    OBJECT_CLASSES,
                    "class names separated by commas",
                    "The classes whose objects an outboxed `JMSContext` or `ConnectionFactory` records as JSON. `com.example.orders.*`"
                            + " means all classes of a package"),
            Setting.of(
                    Scope.OUTGOING,
                    ChannelSettings.DESTINATION,
                    "JNDI name, queue:NAME or topic:NAME",
                    "Where events are published. Empty: the queue in the broker with the channel's name"),
            Setting.of(
                    Scope.OUTGOING,
                    CONNECTION_FACTORY,
                    "JNDI name",
                    "JNDI name of the channel's connection factory. Empty: `onceward.connection-factory`"),
            Setting.of(
                            Scope.OUTGOING,
                            DUPLICATE_DETECTION,
                            "boolean",
                            "Whether each message carries channel and id of its event in `_AMQ_DUPL_ID`. Artemis drops a"
                                    + " message whose id is in its duplicate cache")
                    .withDefault("false"),
            Setting.of(
                            Scope.OUTGOING,
                            MESSAGE_PROPERTIES,
                            "short or full",
                            "Which properties each message has. `short`: id, key, type, and those whose values a receiver"
                                    + " can't derive. `full`: all")
                    .withDefault("short"),
            Setting.of(
                            Scope.OUTGOING,
                            KEY_PROPERTY,
                            "property name",
                            "Which property of a message that an outboxed `JMSContext` or `ConnectionFactory` sends is the key"
                                    + " of the event")
                    .withDefault("JMSXGroupID"),
            Setting.of(
                    Scope.OUTGOING,
                    OBJECT_CLASSES,
                    "class names separated by commas",
                    "The classes whose objects an outboxed `JMSContext` or `ConnectionFactory` records as JSON on this channel. Empty:"
                            + " `onceward.object-classes`"),
            Setting.of(
                    Scope.INCOMING,
                    ChannelSettings.DESTINATION,
                    "JNDI name or queue:NAME",
                    "Where Onceward receives messages. Empty: only the application stores messages, with"
                            + " `Inbox.store`"),
            Setting.of(
                    Scope.INCOMING,
                    CONNECTION_FACTORY,
                    "JNDI name",
                    "JNDI name of the channel's connection factory. Empty: `onceward.connection-factory`"));

    private JmsSettings() {}

    /** Returns the JNDI name of a connection factory. */
    static String connectionFactory(Settings settings) {
        return JndiName.of(
                settings.key(CONNECTION_FACTORY),
                settings.value(CONNECTION_FACTORY).orElseThrow());
    }

    /**
     * Returns the queue for probes; empty for temporary queues.
     *
     * @throws io.onceward.api.OncewardException if it is a topic, or no name
     */
    static Optional<JmsUri> probeQueue(Settings settings) {
        Optional<JmsUri> queue = settings.value(PROBE_QUEUE)
                .filter(name -> !name.isBlank())
                .map(name -> JmsUri.ofConfigured(name, settings.key(PROBE_QUEUE), connectionFactory(settings)));
        if (queue.filter(uri -> uri.variant() == JmsUri.Variant.TOPIC).isPresent()) {
            throw settings.illegalValue(PROBE_QUEUE, "the JNDI name of a queue, or queue:NAME");
        }
        return queue;
    }

    /**
     * Returns the queue for probes in a plain JVM; empty for temporary queues.
     *
     * @throws io.onceward.api.OncewardException if it has a JNDI name, or is a topic
     */
    static Optional<JmsUri> localProbeQueue(Settings settings) {
        Optional<JmsUri> queue = probeQueue(settings);
        if (queue.filter(uri -> uri.variant() == JmsUri.Variant.JNDI).isPresent()) {
            throw settings.illegalValue(PROBE_QUEUE, "queue:NAME: a plain JVM has no JNDI");
        }
        return queue;
    }

    /** Returns whether messages of a channel carry the event's id for the broker's duplicate detection. */
    static boolean detectsDuplicates(ChannelSettings settings) {
        String value = settings.value(DUPLICATE_DETECTION).orElseThrow();
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw settings.illegalValue(DUPLICATE_DETECTION, "true or false");
        };
    }

    /**
     * Returns the classes whose objects an outboxed message may have.
     *
     * @throws io.onceward.api.OncewardException if the value is malformed
     */
    public static ObjectClasses objectClasses(Settings settings) {
        return ObjectClasses.of(settings, OBJECT_CLASSES);
    }

    /** Returns the form of a channel's messages. */
    static MessageForm messageForm(ChannelSettings settings) {
        String value = settings.value(MESSAGE_PROPERTIES).orElseThrow();
        return switch (value) {
            case "short" -> MessageForm.SHORT;
            case "full" -> MessageForm.FULL;
            default -> throw settings.illegalValue(MESSAGE_PROPERTIES, "short or full");
        };
    }
}
