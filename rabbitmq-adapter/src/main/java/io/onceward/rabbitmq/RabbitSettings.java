// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.util.List;
import java.util.Locale;

/** The settings of the adapter. */
final class RabbitSettings {

    static final String SCHEME = "rabbitmq";

    static final String ADDRESSES = "rabbitmq.addresses";

    static final String VIRTUAL_HOST = "rabbitmq.virtual-host";

    static final String USER = "rabbitmq.user";

    static final String PASSWORD = "rabbitmq.password";

    static final String PASSWORD_FILE = "rabbitmq.password-file";

    static final String TLS = "rabbitmq.tls";

    static final String CONFIRM_TIMEOUT = "rabbitmq.confirm-timeout";

    static final String ROUTING_KEY = "routing-key";

    static final String STRICT_ORDER = "strict-order";

    /** All settings, in the order of the configuration page. */
    static final List<Setting> ALL = List.of(
            Setting.of(
                    Scope.GLOBAL,
                    ADDRESSES,
                    "HOST:PORT, separated by commas",
                    "Nodes of the cluster. Onceward connects to the first one that answers. Without a port: 5672, or 5671"
                            + " with TLS"),
            Setting.of(Scope.GLOBAL, VIRTUAL_HOST, "name", "Virtual host").withDefault("/"),
            Setting.of(Scope.GLOBAL, USER, "name", "User").withDefault("guest"),
            Setting.of(
                    Scope.GLOBAL,
                    PASSWORD,
                    "text",
                    "Password of the user. Empty: the content of `onceward.rabbitmq.password-file`, or `guest` without a"
                            + " file"),
            Setting.of(
                    Scope.GLOBAL,
                    PASSWORD_FILE,
                    "path",
                    "File whose first line is the password. It is read for each new connection"),
            Setting.of(
                            Scope.GLOBAL,
                            TLS,
                            "boolean",
                            "Whether connections use TLS, with the trust and key stores of the JVM. The name in the"
                                    + " certificate is checked")
                    .withDefault("false"),
            Setting.of(
                            Scope.GLOBAL,
                            CONFIRM_TIMEOUT,
                            "ISO-8601 duration",
                            "How long the broker may take to confirm a batch. Use less than `onceward.relay.send-timeout`")
                    .withDefault("PT20S"),
            Setting.of(
                    Scope.OUTGOING,
                    ChannelSettings.DESTINATION,
                    "queue:NAME or exchange:NAME",
                    "Where events are published. Empty: the queue with the channel's name"),
            Setting.of(
                    Scope.OUTGOING,
                    ROUTING_KEY,
                    "text",
                    "Routing key of the events of an exchange. In it, `{key}` is the event's key, or the event's id if it"
                            + " has no key, and `{type}` is its type. Empty: the channel's name"),
            Setting.of(
                            Scope.OUTGOING,
                            STRICT_ORDER,
                            "boolean",
                            "Whether each event waits until the broker has confirmed the previous event of its key. Keeps"
                                    + " the order of keys in queues that refuse messages")
                    .withDefault("false"),
            Setting.of(
                    Scope.INCOMING,
                    ChannelSettings.DESTINATION,
                    "queue:NAME",
                    "Queue from which Onceward receives messages. Empty: only the application stores messages, with"
                            + " `Inbox.store`"));

    private RabbitSettings() {}

    /** Returns the value of a boolean setting that has a default. */
    static boolean isTrue(Settings settings, String name) {
        String value = settings.value(name).orElseThrow();
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw settings.illegalValue(name, "true or false");
        };
    }
}
