// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import io.onceward.spi.Setting.Scope;

/** The configuration keys. A test holds {@code docs/configuration.md} against them. */
public enum Key {
    DATASOURCE(
            "onceward.datasource",
            "JNDI name",
            "java:comp/DefaultDataSource",
            "JNDI name of the datasource of the tables. It must be the datasource of the business data, or"
                    + " both must be XA"),
    BROKER(
            "onceward.broker",
            "scheme",
            "",
            "Scheme of the broker adapter for channels that name none. Needed only if the application"
                    + " contains several adapters"),
    SCHEMA(
            "onceward.schema",
            "none, validate or create",
            "validate",
            "`validate` checks the tables when the application starts. `create` first creates missing tables."
                    + " Both refuse tables of another version. `none` does nothing"),
    TABLE_PREFIX("onceward.table-prefix", "SQL identifier", "onceward_", "Prefix of all table names"),
    TABLE_SCHEMA(
            "onceward.table-schema",
            "SQL identifier",
            "",
            "Database schema of the tables. Empty: the schema in which a connection finds the tables when the"
                    + " application starts"),
    MAX_PAYLOAD_SIZE(
            "onceward.outbox.max-payload-size",
            "bytes",
            "1048576",
            "Maximum size of an encoded payload. Recording a larger payload fails"),
    MAX_HEADERS_SIZE(
            "onceward.outbox.max-headers-size",
            "bytes",
            "8192",
            "Maximum size of all header names and values of an event, in UTF-8. Recording larger headers fails"),
    EXPIRED(
            "onceward.outbox.expired",
            "drop or park",
            "drop",
            "What the relay does with an event of this application that expired before it was published. `park`: an operator"
                    + " discards the event"),
    MODE(
            "onceward.outbox.mode",
            "relay or cdc",
            "relay",
            "Who publishes the events of this application. `relay`: Onceward. `cdc`: a tool that captures them from the log of the"
                    + " database; Onceward inserts and deletes each event in the transaction that records it"),
    CDC_CHECK(
            "onceward.cdc.check",
            "boolean",
            "true",
            "Whether Onceward checks that the database keeps its log for the tool that captures events, and refuses events that"
                    + " would be lost"),
    CDC_PUBLICATION(
            "onceward.cdc.publication",
            "SQL identifier",
            "onceward_outbox",
            "Publication on PostgreSQL that publishes the events"),
    CDC_SLOT(
            "onceward.cdc.slot",
            "SQL identifier",
            "onceward_outbox",
            "Replication slot on PostgreSQL from which the tool reads the events"),
    RELAY_ENABLED(
            "onceward.relay.enabled",
            "boolean",
            "true",
            "Whether this application publishes. If `false`, another application on the same datasource must"
                    + " publish"),
    RELAY_BATCH_SIZE(
            "onceward.relay.batch-size", "number", "500", "Maximum number of events in one broker transaction"),
    RELAY_SENDERS(
            "onceward.relay.senders",
            "number",
            "4",
            "Maximum number of threads of a node that publish the events of one channel at the same time. A channel starts"
                    + " with one thread and adds threads when it falls behind"),
    RELAY_SEND_TIMEOUT(
            "onceward.relay.send-timeout",
            "ISO-8601 duration",
            "PT30S",
            "How long a broker may take for a batch. Afterwards the relay publishes the events again through another"
                    + " session"),
    APPLICATION(
            "onceward.application",
            "name",
            "",
            "Name of this application, the same on all its nodes and different for each application that shares the tables."
                    + " Empty: the application's name on the server; `standalone` in a plain JVM"),
    NODE(
            "onceward.node",
            "name",
            "",
            "Name of this node, different for each node of each application that shares the tables. A node that starts again"
                    + " under its name takes its lanes at once. Empty: the lanes of a killed node are free after 10 seconds"),
    RELAY_CHANNELS(
            "onceward.relay.channels",
            "names separated by commas",
            "",
            "Names of the channels that this application publishes. Empty: all channels in the table"),
    RELAY_MAX_ATTEMPTS(
            "onceward.relay.max-attempts",
            "number",
            "15",
            "Number of attempts after which an event is parked. Only refusals by a reachable broker count as"
                    + " attempts, outages do not"),
    RELAY_RETRY_DELAY(
            "onceward.relay.retry-delay",
            "ISO-8601 duration",
            "PT1S",
            "Maximum delay after the first refusal. It doubles with each further refusal"),
    RELAY_RETRY_MAX_DELAY(
            "onceward.relay.retry-max-delay", "ISO-8601 duration", "PT10M", "Maximum delay between two attempts"),
    RELAY_ON_FAILURE(
            "onceward.relay.on-failure",
            "block-key or skip",
            "block-key",
            "What happens to later events of a parked event's key. `block-key`: they wait until it is"
                    + " requeued or discarded. `skip`: they are published"),
    RELAY_POLLING_INTERVAL(
            "onceward.relay.polling-interval",
            "ISO-8601 duration",
            "PT0.5S",
            "Interval of the poll for due events. A commit on this node wakes the relay at once, without"
                    + " waiting for a poll. Use less than 10 seconds, because the poll also renews the lease of the node"),
    MAX_PENDING(
            "onceward.outbox.max-pending",
            "number",
            "",
            "Maximum number of pending events in a datasource. At the limit, recording fails. A node counts at"
                    + " each poll, so several nodes may exceed the limit between two polls. Empty: no limit"),
    RETENTION(
            "onceward.outbox.retention",
            "ISO-8601 duration",
            "",
            "How long published events are kept in the table `onceward_outbox_sent`. Empty: they are not kept"),
    START_WAIT(
            "onceward.start-wait",
            "ISO-8601 duration",
            "PT30S",
            "How long a message that is delivered before Onceward has started waits for the start; also a call during the first"
                    + " attempt to start. Then it is refused. Use less than the transaction timeout of the server"),
    INBOX_DATASOURCE(
            "onceward.inbox.datasource",
            "JNDI name",
            "",
            "JNDI name of the datasource of claims and stored messages. Empty: `onceward.datasource`"),
    INBOX_CONCURRENCY(
            "onceward.inbox.concurrency",
            "number",
            "",
            "Maximum number of new transactions with a claim on this node at the same time: handlers, and `@Idempotent` calls"
                    + " without a transaction of the caller. Set it below the size of the connection pool if handlers take a"
                    + " second connection. Empty: no limit"),
    INBOX_CLAIM_WAIT(
            "onceward.inbox.claim-wait",
            "ISO-8601 duration",
            "PT30S",
            "How long a message or call waits at the limit `onceward.inbox.concurrency`, before it takes a connection. Then it is"
                    + " refused. Use less than the transaction timeout of the server"),
    INBOX_RETENTION(
            "onceward.inbox.retention",
            "ISO-8601 duration",
            "P30D",
            "How long ids of processed messages are kept. Choose a time after which no broker redelivers a"
                    + " message and no client repeats a request. `onceward.inbox.retention.HANDLER` sets it for one"
                    + " handler"),
    INBOX_JANITOR_INTERVAL(
            "onceward.inbox.janitor-interval",
            "ISO-8601 duration",
            "PT6H",
            "Interval of the deletion of expired message ids. The first deletion runs within a minute after"
                    + " the start"),
    ADMIN_REFRESH(
            "onceward.admin.refresh",
            "ISO-8601 duration",
            "PT2S",
            "Maximum age of backlog figures before they are read from the database again"),
    HTTP_MAX_REQUEST_SIZE(
            "onceward.http.max-request-size",
            "bytes",
            "1048576",
            "Maximum size of a request body for an `@Idempotent` resource. A larger body is answered with"
                    + " status 413"),
    HTTP_MAX_RESPONSE_SIZE(
            "onceward.http.max-response-size",
            "bytes",
            "1048576",
            "Maximum size of a response entity of an `@Idempotent` resource. A larger entity fails the request"
                    + " and is not stored"),
    HEALTH_MAX_AGE(
            "onceward.health.max-age",
            "ISO-8601 duration",
            "",
            "Age of the oldest due event or stored message above which the readiness check is DOWN. Empty:"
                    + " no limit"),
    HEALTH_MAX_PARKED(
            "onceward.health.max-parked",
            "number",
            "",
            "Number of parked events and stored messages above which the readiness check is DOWN. Empty: no"
                    + " limit"),
    HEALTH_MAX_CAPTURE_BYTES(
            "onceward.health.max-capture-bytes",
            "bytes",
            "",
            "Bytes of the database's log that the reader of the replication slot has not confirmed, above which the readiness"
                    + " check is DOWN. Empty: no limit"),
    HEALTH_MAX_CAPTURE_LAG(
            "onceward.health.max-capture-lag",
            "ISO-8601 duration",
            "",
            "Time by which the reader of the replication slot is behind, above which the readiness check is DOWN. Empty: no"
                    + " limit"),
    CONSOLE_ENABLED(
            "onceward.console.enabled", "boolean", "false", "Whether the console and its REST resource are available"),
    CONSOLE_PATH(
            "onceward.console.path",
            "path",
            "/onceward",
            "Path of the console and its REST resource, below the address of the application"),
    CONSOLE_ROLE(
            "onceward.console.role",
            "name",
            "",
            "Role that may use the console. It is required if the console is enabled"),
    CONSOLE_PAYLOAD_ROLE(
            "onceward.console.payload-role",
            "name",
            "",
            "Further role that a user needs to see payloads and header values. Empty: the console shows them"
                    + " to no user"),
    ENVELOPE(
            "onceward.envelope",
            "none, cloudevents or cloudevents-json",
            "none",
            "Whether events are recorded as CloudEvents: with attributes as message properties"
                    + " (`cloudevents`) or in a JSON document (`cloudevents-json`)"),
    CLOUDEVENTS_SOURCE(
            "onceward.cloudevents.source",
            "URI reference",
            "",
            "URI reference of this application, the attribute `source` of its CloudEvents. Required if an"
                    + " envelope is set"),

    CHANNEL_CONNECTOR(
            "connector",
            "name",
            "",
            "`onceward` assigns the channel to Onceward on a server with its own Reactive Messaging."
                    + " `onceward-SCHEME` also names the broker adapter. Any other name leaves the channel to the server"),
    CHANNEL_DESTINATION(
            "destination",
            "text",
            "",
            "Where events are published, in the syntax of the broker adapter. A leading `SCHEME:` names the"
                    + " adapter. Empty: the destination with the channel's name"),
    CHANNEL_DESTINATIONS(
            "destinations",
            "destinations separated by commas",
            "",
            "Where each event is published if the channel has several destinations, in place of `destination`. Each is"
                    + " `SCHEME:DESTINATION` or `NAME=SCHEME:DESTINATION`, and has its own queue `CHANNEL.NAME`. The default name"
                    + " is the scheme. Write `\\,` for a comma in a destination"),
    CHANNEL_DATASOURCE(
            "datasource",
            "JNDI name",
            "",
            "JNDI name of the datasource in which the channel's events are recorded. Empty:"
                    + " `onceward.datasource`"),
    CHANNEL_TRANSACTION(
            "transaction",
            "required or own",
            "required",
            "What happens to an event without an active transaction. `required`: it is refused. `own`: it is"
                    + " recorded in its own transaction"),
    CHANNEL_MODE(
            "mode",
            "relay or cdc",
            "",
            "Who publishes the channel's events; the same for all channels that record in a datasource. Empty:"
                    + " `onceward.outbox.mode`"),
    CHANNEL_ENVELOPE(
            "envelope",
            "none, cloudevents or cloudevents-json",
            "",
            "Whether the channel's events are CloudEvents. Empty: `onceward.envelope`"),

    INCOMING_CONNECTOR(
            "connector",
            "name",
            "",
            "`onceward` assigns the channel to Onceward on a server with its own Reactive Messaging."
                    + " `onceward-SCHEME` also names the broker adapter. Any other name leaves the channel to the server"),
    INCOMING_DESTINATION(
            "destination",
            "text",
            "",
            "Where Onceward receives messages, in the syntax of the broker adapter. A leading `SCHEME:` names"
                    + " the adapter. Empty: only the application stores messages, with `Inbox.store`"),
    INCOMING_BATCH_SIZE(
            "batch-size",
            "number",
            "500",
            "Maximum number of messages that are received and stored in one transaction"),
    INCOMING_CONCURRENCY(
            "concurrency",
            "number",
            "4",
            "Maximum number of messages that each handler of the channel works on at the same time on one" + " node"),
    INCOMING_MAX_ATTEMPTS(
            "max-attempts",
            "number",
            "15",
            "Number of failed attempts of a handler after which a message is parked for this handler"),
    INCOMING_RETRY_DELAY(
            "retry-delay",
            "ISO-8601 duration",
            "PT1S",
            "Maximum delay after the first failure. It doubles with each further failure"),
    INCOMING_RETRY_MAX_DELAY("retry-max-delay", "ISO-8601 duration", "PT10M", "Maximum delay between two attempts"),
    INCOMING_ON_FAILURE(
            "on-failure",
            "block-key or skip",
            "block-key",
            "What happens to later messages of a parked message's key. `block-key`: they wait until it is"
                    + " requeued or discarded. `skip`: they are handled"),
    INCOMING_RETENTION(
            "retention",
            "ISO-8601 duration",
            "",
            "How long ids of messages that the channel's handlers have processed are kept. Empty:"
                    + " `onceward.inbox.retention`");

    /** The prefix of an incoming channel's keys. The channel's name and a dot follow. */
    public static final String INCOMING_PREFIX = Scope.INCOMING.prefix();

    /** The prefix of an outgoing channel's keys. The channel's name and a dot follow. */
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

    /** Returns whether the key belongs to an outgoing channel. */
    public boolean isOutgoing() {
        return name().startsWith("CHANNEL_");
    }

    /** Returns whether the key belongs to an incoming channel. */
    public boolean isIncoming() {
        return name().startsWith("INCOMING_");
    }

    /** Returns the key, or the part of a channel's key after the channel's name. */
    public String text() {
        return text;
    }

    /** Returns the complete key of a channel. */
    public String text(String channel) {
        return (isIncoming() ? INCOMING_PREFIX : CHANNEL_PREFIX) + channel + "." + text;
    }

    /** Returns the type of the value, in words. */
    public String type() {
        return type;
    }

    /** Returns the default; empty if there is none, or if the default is another key's value. */
    public String defaultValue() {
        return defaultValue;
    }

    /** Returns the meaning of the key, in Markdown. */
    public String meaning() {
        return meaning;
    }
}
