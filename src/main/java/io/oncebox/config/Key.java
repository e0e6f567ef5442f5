// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import io.oncebox.spi.Setting.Scope;

/** The configuration keys. {@code docs/configuration.md} is checked against them. */
public enum Key {
    DATASOURCE(
            "oncebox.datasource",
            "JNDI name",
            "java:comp/DefaultDataSource",
            "Datasource of the tables; it must be the one of the business data, or both XA"),
    BROKER(
            "oncebox.broker",
            "scheme",
            "",
            "Adapter of the channels that name none; needed only where several adapters are there"),
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
    RELAY_WORKERS(
            "oncebox.relay.workers",
            "number",
            "4",
            "Most threads of this node that publish at the same time; one does as long as it keeps up"),
    RELAY_CHANNELS(
            "oncebox.relay.channels",
            "names with commas between them",
            "",
            "The only channels that this application publishes; empty for all that are in the table"),
    RELAY_MAX_ATTEMPTS(
            "oncebox.relay.max-attempts",
            "number",
            "15",
            "An event that the broker, being there, has refused so often is parked"),
    RELAY_RETRY_DELAY(
            "oncebox.relay.retry-delay",
            "ISO-8601 duration",
            "PT1S",
            "Longest wait after the first refusal; it doubles with each further one"),
    RELAY_RETRY_MAX_DELAY(
            "oncebox.relay.retry-max-delay", "ISO-8601 duration", "PT10M", "Longest wait between two tries"),
    RELAY_ON_FAILURE(
            "oncebox.relay.on-failure",
            "block-key or skip",
            "block-key",
            "Whether later events of the key of a parked event wait until it is requeued or discarded, or go on"),
    RELAY_POLLING_INTERVAL(
            "oncebox.relay.polling-interval",
            "ISO-8601 duration",
            "PT0.5S",
            "How often the timer looks for events that no commit on this node announced"),
    MAX_PENDING(
            "oncebox.outbox.max-pending",
            "number",
            "",
            "With so many events waiting, new ones are refused; empty for no limit. It is measured with each poll, so that"
                    + " several nodes may exceed it by what they record in between"),
    RETENTION(
            "oncebox.outbox.retention",
            "ISO-8601 duration",
            "",
            "For how long published events are kept in the table outbox_sent; empty: not at all"),
    INBOX_DATASOURCE(
            "oncebox.inbox.datasource",
            "JNDI name",
            "",
            "Datasource in which @Idempotent claims messages, and of the stored inbox; empty for that of"
                    + " oncebox.datasource"),
    INBOX_RETENTION(
            "oncebox.inbox.retention",
            "ISO-8601 duration",
            "P30D",
            "For how long it is known that a message was processed; longer than the broker can possibly redeliver it. With a"
                    + " dot and a handler's name behind it: for this handler"),
    INBOX_JANITOR_INTERVAL(
            "oncebox.inbox.janitor-interval",
            "ISO-8601 duration",
            "PT6H",
            "How often what is older is deleted; the first time at most a minute after the application started"),
    ADMIN_REFRESH(
            "oncebox.admin.refresh",
            "ISO-8601 duration",
            "PT2S",
            "How old the figures of what waits may be before the database is asked again"),
    HTTP_MAX_REQUEST_SIZE(
            "oncebox.http.max-request-size",
            "bytes",
            "1048576",
            "A request to an @Idempotent resource with a larger body is answered with 413"),
    HTTP_MAX_RESPONSE_SIZE(
            "oncebox.http.max-response-size",
            "bytes",
            "1048576",
            "A larger entity of an @Idempotent resource is not stored, but fails the request"),
    HEALTH_MAX_AGE(
            "oncebox.health.max-age",
            "ISO-8601 duration",
            "",
            "When the oldest event, or stored message, has been due for longer, the readiness check is DOWN; empty for no"
                    + " limit"),
    HEALTH_MAX_PARKED(
            "oncebox.health.max-parked",
            "number",
            "",
            "When more events and stored messages are parked, the readiness check is DOWN; empty for no limit"),
    CONSOLE_ENABLED(
            "oncebox.console.enabled", "boolean", "false", "Whether the console and its REST resource are there"),
    CONSOLE_PATH("oncebox.console.path", "path", "/oncebox", "Where they are, below the address of the application"),
    CONSOLE_ROLE(
            "oncebox.console.role",
            "name",
            "",
            "Role of the application's users that may see and change everything there; without it the console is refused"),
    CONSOLE_PAYLOAD_ROLE(
            "oncebox.console.payload-role",
            "name",
            "",
            "Role of those among them that may see payloads and values of headers, too; empty: nobody"),
    ENVELOPE(
            "oncebox.envelope",
            "none, cloudevents or cloudevents-json",
            "none",
            "Whether events are recorded as CloudEvents: with their attributes in message properties, or as JSON"),
    CLOUDEVENTS_SOURCE(
            "oncebox.cloudevents.source",
            "URI reference",
            "",
            "The source of the events that are CloudEvents; without it they are refused"),

    CHANNEL_CONNECTOR(
            "connector",
            "name",
            "",
            "oncebox makes the channel Oncebox's on servers that have Reactive Messaging of their own; oncebox-SCHEME also names"
                    + " the adapter; any other name leaves the channel to the server"),
    CHANNEL_DESTINATION(
            "destination",
            "text",
            "",
            "Where events are published, in the adapter's words; SCHEME: before it names the adapter; empty for what has the"
                    + " channel's name"),
    CHANNEL_DATASOURCE(
            "datasource",
            "JNDI name",
            "",
            "Datasource in which this channel's events are recorded; empty for oncebox.datasource"),
    CHANNEL_TRANSACTION(
            "transaction",
            "required or own",
            "required",
            "What happens to an event without an active transaction: refused, or recorded in one of its own"),
    CHANNEL_ENVELOPE(
            "envelope",
            "none, cloudevents or cloudevents-json",
            "",
            "Whether this channel's events are CloudEvents; empty for oncebox.envelope"),

    INCOMING_CONNECTOR(
            "connector",
            "name",
            "",
            "oncebox makes the channel Oncebox's on servers that have Reactive Messaging of their own; oncebox-SCHEME also names"
                    + " the adapter; any other name leaves the channel to the server"),
    INCOMING_DESTINATION(
            "destination",
            "text",
            "",
            "What Oncebox receives from by itself, in the adapter's words; SCHEME: before it names the adapter; empty if the"
                    + " application calls Inbox.store"),
    INCOMING_BATCH_SIZE("batch-size", "number", "500", "Most messages that are received and stored in one transaction"),
    INCOMING_CONCURRENCY(
            "concurrency",
            "number",
            "4",
            "Most messages that each handler of the channel works on at the same time on one node"),
    INCOMING_MAX_ATTEMPTS(
            "max-attempts", "number", "15", "A message that a handler has failed with so often is parked for it"),
    INCOMING_RETRY_DELAY(
            "retry-delay",
            "ISO-8601 duration",
            "PT1S",
            "Longest wait after the first failure; it doubles with each further one"),
    INCOMING_RETRY_MAX_DELAY("retry-max-delay", "ISO-8601 duration", "PT10M", "Longest wait between two tries"),
    INCOMING_ON_FAILURE(
            "on-failure",
            "block-key or skip",
            "block-key",
            "Whether later messages of the key of a parked message wait until it is requeued or discarded, or go on"),
    INCOMING_RETENTION(
            "retention",
            "ISO-8601 duration",
            "",
            "For how long it is known what the channel's handlers have processed; empty for oncebox.inbox.retention");

    /** What the keys of an incoming channel start with; its name and a dot follow. */
    public static final String INCOMING_PREFIX = Scope.INCOMING.prefix();

    /** What the keys of an outgoing channel start with; its name and a dot follow. */
    public static final String CHANNEL_PREFIX = Scope.OUTGOING.prefix();

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

    /** Whether it stands behind {@link #INCOMING_PREFIX} and a channel's name. */
    public boolean ofIncoming() {
        return name().startsWith("INCOMING_");
    }

    /** The key; for a channel's key what follows the channel's name. */
    public String text() {
        return text;
    }

    /** The whole key for a channel. */
    public String text(String channel) {
        return (ofIncoming() ? INCOMING_PREFIX : CHANNEL_PREFIX) + channel + "." + text;
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
