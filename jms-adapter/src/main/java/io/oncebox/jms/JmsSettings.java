// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.config.JndiName;
import io.oncebox.log.DeploymentErrors;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.Setting;
import io.oncebox.spi.Setting.Scope;
import io.oncebox.spi.Settings;
import java.util.List;
import java.util.Locale;

/** The settings that the adapter knows, and their values. */
final class JmsSettings {

    static final String CONNECTION_FACTORY = "connection-factory";

    private static final String DUPLICATE_DETECTION = "duplicate-detection";

    /** In the order of the configuration page. */
    static final List<Setting> ALL = List.of(
            new Setting(
                    Scope.GLOBAL,
                    CONNECTION_FACTORY,
                    "JNDI name",
                    "java:comp/DefaultJMSConnectionFactory",
                    "JMS connection factory that the relay publishes with"),
            new Setting(
                    Scope.OUTGOING,
                    ChannelSettings.DESTINATION,
                    "JNDI name, queue:NAME or topic:NAME",
                    "",
                    "Where events are published; empty for the queue in the broker that has the channel's name"),
            new Setting(
                    Scope.OUTGOING,
                    CONNECTION_FACTORY,
                    "JNDI name",
                    "",
                    "Connection factory of this channel; empty for oncebox.connection-factory"),
            new Setting(
                    Scope.OUTGOING,
                    DUPLICATE_DETECTION,
                    "boolean",
                    "false",
                    "Whether the broker is told the event's id (_AMQ_DUPL_ID of Artemis), so that it drops what is published"
                            + " twice as long as it remembers it"),
            new Setting(
                    Scope.INCOMING,
                    ChannelSettings.DESTINATION,
                    "JNDI name or queue:NAME",
                    "",
                    "What Oncebox receives from by itself; empty if the application calls Inbox.store"),
            new Setting(
                    Scope.INCOMING,
                    CONNECTION_FACTORY,
                    "JNDI name",
                    "",
                    "Connection factory of this channel; empty for oncebox.connection-factory"));

    private JmsSettings() {}

    /** Returns the JNDI name of a connection factory. */
    static String connectionFactory(Settings settings) {
        return JndiName.of(
                settings.key(CONNECTION_FACTORY),
                settings.value(CONNECTION_FACTORY).orElseThrow());
    }

    /** Whether the broker is told the ids of a channel's events. */
    static boolean duplicateDetection(ChannelSettings settings) {
        String value = settings.value(DUPLICATE_DETECTION).orElseThrow();
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw DeploymentErrors.illegalValue(settings.key(DUPLICATE_DETECTION), value, "true or false");
        };
    }
}
