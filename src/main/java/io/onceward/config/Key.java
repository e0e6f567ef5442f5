// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import io.onceward.spi.Setting.Scope;

/** The configuration keys. {@code docs/configuration.md} tells their meanings; a test holds its rows against them. */
public enum Key {
    DATASOURCE("onceward.datasource", "JNDI name", "java:comp/DefaultDataSource"),
    BROKER("onceward.broker", "scheme", ""),
    SCHEMA("onceward.schema", "none, validate or create", "validate"),
    TABLE_PREFIX("onceward.table-prefix", "SQL identifier", "onceward_"),
    TABLE_SCHEMA("onceward.table-schema", "SQL identifier", ""),
    MAX_PAYLOAD_SIZE("onceward.outbox.max-payload-size", "bytes", "1048576"),
    MAX_HEADERS_SIZE("onceward.outbox.max-headers-size", "bytes", "8192"),
    EXPIRED("onceward.outbox.expired", "drop or park", "drop"),
    MODE("onceward.outbox.mode", "relay or cdc", "relay"),
    CDC_CHECK("onceward.cdc.check", "boolean", "true"),
    CDC_PUBLICATION("onceward.cdc.publication", "SQL identifier", "onceward_outbox"),
    CDC_SLOT("onceward.cdc.slot", "SQL identifier", "onceward_outbox"),
    RELAY_ENABLED("onceward.relay.enabled", "boolean", "true"),
    RELAY_BATCH_SIZE("onceward.relay.batch-size", "number", "500"),
    RELAY_SENDERS("onceward.relay.senders", "number", "4"),
    RELAY_SEND_TIMEOUT("onceward.relay.send-timeout", "ISO-8601 duration", "PT30S"),
    APPLICATION("onceward.application", "name", ""),
    NODE("onceward.node", "name", ""),
    RELAY_CHANNELS("onceward.relay.channels", "names separated by commas", ""),
    RELAY_MAX_ATTEMPTS("onceward.relay.max-attempts", "number", "15"),
    RELAY_RETRY_DELAY("onceward.relay.retry-delay", "ISO-8601 duration", "PT1S"),
    RELAY_RETRY_MAX_DELAY("onceward.relay.retry-max-delay", "ISO-8601 duration", "PT10M"),
    RELAY_ON_FAILURE("onceward.relay.on-failure", "block-key or skip", "block-key"),
    RELAY_POLLING_INTERVAL("onceward.relay.polling-interval", "ISO-8601 duration", "PT0.5S"),
    MAX_PENDING("onceward.outbox.max-pending", "number", ""),
    RETENTION("onceward.outbox.retention", "ISO-8601 duration", ""),
    START_WAIT("onceward.start-wait", "ISO-8601 duration", "PT30S"),
    INBOX_DATASOURCE("onceward.inbox.datasource", "JNDI name", ""),
    INBOX_CONCURRENCY("onceward.inbox.concurrency", "number", ""),
    INBOX_CLAIM_WAIT("onceward.inbox.claim-wait", "ISO-8601 duration", "PT30S"),
    INBOX_RETENTION("onceward.inbox.retention", "ISO-8601 duration", "P30D"),
    INBOX_JANITOR_INTERVAL("onceward.inbox.janitor-interval", "ISO-8601 duration", "PT6H"),
    OBSERVERS_TRANSACTION("onceward.observers.transaction", "required or own", "required"),
    OBSERVERS_PARK_AFTER("onceward.observers.park-after", "ISO-8601 duration", "PT10M"),
    REHEARSAL("onceward.rehearsal", "off, warn, park or refuse", "warn"),
    ADMIN_REFRESH("onceward.admin.refresh", "ISO-8601 duration", "PT2S"),
    HTTP_MAX_REQUEST_SIZE("onceward.http.max-request-size", "bytes", "1048576"),
    HTTP_MAX_RESPONSE_SIZE("onceward.http.max-response-size", "bytes", "1048576"),
    HEALTH_MAX_AGE("onceward.health.max-age", "ISO-8601 duration", ""),
    HEALTH_MAX_PARKED("onceward.health.max-parked", "number", ""),
    HEALTH_MAX_CAPTURE_BYTES("onceward.health.max-capture-bytes", "bytes", ""),
    HEALTH_MAX_CAPTURE_LAG("onceward.health.max-capture-lag", "ISO-8601 duration", ""),
    ALERTS_REPEAT_INTERVAL("onceward.alerts.repeat-interval", "ISO-8601 duration", "PT15M"),
    ALERTS_MAX_DUE("onceward.alerts.max-due", "number", ""),
    ALERTS_MAX_AGE("onceward.alerts.max-age", "ISO-8601 duration", ""),
    ALERTS_STALLED_AFTER("onceward.alerts.stalled-after", "ISO-8601 duration", "PT5M"),
    CONSOLE_ENABLED("onceward.console.enabled", "boolean", "false"),
    CONSOLE_PATH("onceward.console.path", "path", "/onceward"),
    CONSOLE_ROLE("onceward.console.role", "name", ""),
    CONSOLE_PAYLOAD_ROLE("onceward.console.payload-role", "name", ""),
    CONSOLE_EDIT_ROLE("onceward.console.edit-role", "name", ""),
    CODECS("onceward.codecs", "none, gzip, encrypt, or gzip,encrypt", "none"),
    GZIP_MIN_SIZE("onceward.gzip.min-size", "bytes", "1024"),
    ENVELOPE("onceward.envelope", "none, cloudevents or cloudevents-json", "none"),
    CLOUDEVENTS_SOURCE("onceward.cloudevents.source", "URI reference", ""),

    CHANNEL_CONNECTOR("connector", "name", ""),
    CHANNEL_DESTINATION("destination", "text", ""),
    CHANNEL_DESTINATIONS("destinations", "destinations separated by commas", ""),
    CHANNEL_DATASOURCE("datasource", "JNDI name", ""),
    CHANNEL_TRANSACTION("transaction", "required or own", "required"),
    CHANNEL_MODE("mode", "relay or cdc", ""),
    CHANNEL_ENVELOPE("envelope", "none, cloudevents or cloudevents-json", ""),
    CHANNEL_CODECS("codecs", "none, gzip, encrypt, or gzip,encrypt", ""),
    CHANNEL_PARKED_CHANNEL("parked-channel", "name", ""),

    INCOMING_CONNECTOR("connector", "name", ""),
    INCOMING_DESTINATION("destination", "text", ""),
    INCOMING_BATCH_SIZE("batch-size", "number", "500"),
    INCOMING_CONCURRENCY("concurrency", "number", "4"),
    INCOMING_HANDLER_BATCH_SIZE("handler-batch-size", "number", "100"),
    INCOMING_HANDLER_BATCH_WAIT("handler-batch-wait", "ISO-8601 duration", ""),
    INCOMING_MAX_ATTEMPTS("max-attempts", "number", "15"),
    INCOMING_RETRY_DELAY("retry-delay", "ISO-8601 duration", "PT1S"),
    INCOMING_RETRY_MAX_DELAY("retry-max-delay", "ISO-8601 duration", "PT10M"),
    INCOMING_ON_FAILURE("on-failure", "block-key or skip", "block-key"),
    INCOMING_RETENTION("retention", "ISO-8601 duration", ""),
    INCOMING_CODECS("codecs", "none, gzip, encrypt, or gzip,encrypt", ""),
    INCOMING_PARKED_CHANNEL("parked-channel", "name", "");

    /** The prefix of an incoming channel's keys. The channel's name and a dot follow. */
    public static final String INCOMING_PREFIX = Scope.INCOMING.prefix();

    /** The prefix of an outgoing channel's keys. The channel's name and a dot follow. */
    public static final String CHANNEL_PREFIX = Scope.OUTGOING.prefix();

    private final String text;
    private final String type;
    private final String defaultValue;

    Key(String text, String type, String defaultValue) {
        this.text = text;
        this.type = type;
        this.defaultValue = defaultValue;
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
}
