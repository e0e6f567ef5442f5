// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

/** The configuration keys. {@code docs/configuration.md} is checked against them. */
public enum Key {
    DATASOURCE(
            "oncebox.datasource",
            "JNDI name",
            "java:comp/DefaultDataSource",
            "Datasource of the tables; it must be the one of the business data, or both XA"),
    CONNECTION_FACTORY(
            "oncebox.connection-factory",
            "JNDI name",
            "java:comp/DefaultJMSConnectionFactory",
            "JMS connection factory that the relay publishes with"),
    SCHEMA(
            "oncebox.schema",
            "none, validate or create",
            "validate",
            "Whether the tables are checked when the application starts, or created where they are missing"),
    TABLE_PREFIX("oncebox.table-prefix", "SQL identifier", "oncebox_", "What the names of the tables start with"),
    TABLE_SCHEMA(
            "oncebox.table-schema",
            "SQL identifier",
            "",
            "Database schema of the tables; empty for the connection's own"),
    MAX_PAYLOAD_SIZE(
            "oncebox.outbox.max-payload-size", "bytes", "1048576", "A larger encoded payload is refused at the call"),
    MAX_HEADERS_SIZE(
            "oncebox.outbox.max-headers-size",
            "bytes",
            "8192",
            "Larger headers (names and values in UTF-8, all together) are refused at the call"),
    RELAY_ENABLED(
            "oncebox.relay.enabled",
            "boolean",
            "true",
            "Whether this application publishes; with false another one on the same datasource must"),
    RELAY_BATCH_SIZE("oncebox.relay.batch-size", "number", "500", "Most events published in one broker transaction"),
    RELAY_POLLING_INTERVAL(
            "oncebox.relay.polling-interval",
            "ISO-8601 duration",
            "PT0.5S",
            "How often the timer looks for events that no commit on this node announced"),
    INBOX_DATASOURCE(
            "oncebox.inbox.datasource",
            "JNDI name",
            "",
            "Datasource in which @Idempotent claims messages; empty for that of oncebox.datasource"),

    CHANNEL_CONNECTOR(
            "connector",
            "name",
            "",
            "oncebox makes the channel Oncebox's on servers that have Reactive Messaging of their own; any other name"
                    + " leaves the channel to the server"),
    CHANNEL_DESTINATION(
            "destination",
            "JNDI name, queue:NAME or topic:NAME",
            "",
            "Where events are published; empty for the queue in the broker that has the channel's name"),
    CHANNEL_CONNECTION_FACTORY(
            "connection-factory",
            "JNDI name",
            "",
            "Connection factory of this channel; empty for oncebox.connection-factory"),
    CHANNEL_DATASOURCE(
            "datasource",
            "JNDI name",
            "",
            "Datasource in which this channel's events are recorded; empty for oncebox.datasource"),
    CHANNEL_TRANSACTION(
            "transaction",
            "required or own",
            "required",
            "What happens to an event without an active transaction: refused, or recorded in one of its own");

    /** What the keys of a channel start with; its name and a dot follow. */
    public static final String CHANNEL_PREFIX = "mp.messaging.outgoing.";

    private final String text;
    private final String type;
    private final String defaultValue;
    private final String meaning;

    Key(String text, String type, String defaultValue, String meaning) {
        this.text = text;
        this.type = type;
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    /** Whether it stands behind {@link #CHANNEL_PREFIX} and a channel's name. */
    public boolean ofChannel() {
        return name().startsWith("CHANNEL_");
    }

    /** The key; for a channel's key what follows the channel's name. */
    public String text() {
        return text;
    }

    /** The whole key for a channel. */
    public String text(String channel) {
        return CHANNEL_PREFIX + channel + "." + text;
    }

    /** The type of the value, in words. */
    public String type() {
        return type;
    }

    /** The default, empty if there is none or it is another key's value. */
    public String defaultValue() {
        return defaultValue;
    }

    /** What it is for. */
    public String meaning() {
        return meaning;
    }
}
