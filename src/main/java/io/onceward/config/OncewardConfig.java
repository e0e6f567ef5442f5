// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** The configuration, read and checked once; what is said of a channel is read when the channel is first used. */
public final class OncewardConfig {

    /** The maximum that a broker's transaction and the parameters of an SQL statement allow. */
    private static final int MAX_BATCH_SIZE = 10_000;

    /** The greatest number that a count exceeds: the figures of the backlog end at 10,000. */
    private static final int MAX_DUE = 9_999;

    /** More threads than lanes have nothing to do, but each of them takes memory. */
    private static final int MAX_THREADS = 1_000;

    /** The most messages whose effects are undone together. */
    private static final int MAX_HANDLER_BATCH_SIZE = 1_000;

    /** A thread waits, so it is not long. */
    private static final Duration MAX_HANDLER_BATCH_WAIT = Duration.ofMinutes(1);

    private final Function<String, Optional<String>> source;
    private final PropertyNames names;

    private final String datasource;
    private final String inboxDatasource;
    private final Optional<String> broker;
    private final SchemaMode schema;
    private final RehearsalMode rehearsal;
    private final String tablePrefix;
    private final String tableSchema;
    private final int maxPayloadSize;
    private final int maxHeadersSize;
    private final boolean parksExpired;
    private final boolean isCaptured;
    private final CaptureConfig capture;
    private final boolean isRelayEnabled;
    private final int relayBatchSize;
    private final Duration startWait;
    private final Duration relayPollingInterval;
    private final int relaySenders;
    private final Duration relaySendTimeout;
    private final Optional<String> application;
    private final Optional<String> node;
    private final Set<String> relayChannels;
    private final int maxAttempts;
    private final Duration retryDelay;
    private final Duration retryMaxDelay;
    private final boolean blocksKeyOnFailure;
    private final int maxPending;
    private final Optional<Duration> retention;
    private final Duration adminRefresh;
    private final int maxRequestSize;
    private final int maxResponseSize;
    private final Optional<Duration> healthMaxAge;
    private final Optional<Integer> healthMaxParked;
    private final Duration alertsRepeatInterval;
    private final int alertsMaxDue;
    private final Duration alertsMaxAge;
    private final Duration alertsStalledAfter;
    private final int inboxConcurrency;
    private final Duration inboxClaimWait;
    private final Duration inboxRetention;
    private final Duration inboxJanitorInterval;
    private final boolean observersOpenOwnTransaction;
    private final Duration observersParkAfter;
    private final Map<String, Duration> handlerRetentions;
    private final ConsoleConfig console;
    private final String cloudEventsSource;
    private final Envelope envelope;
    private final Codecs codecs;
    private final int gzipMinSize;

    /**
     * Reads the configuration.
     *
     * @param names the names of all properties, of Onceward or not
     * @param source gives the value of a property; an empty text counts as none
     * @throws io.onceward.api.OncewardException if a value is illegal
     */
    public OncewardConfig(Iterable<String> names, Function<String, Optional<String>> source) {
        this.source = source;
        this.names = new PropertyNames(names, this::value, this::destinations);
        datasource = get(Key.DATASOURCE).jndiName();
        inboxDatasource = given(Key.INBOX_DATASOURCE).map(ConfigValue::jndiName).orElse(datasource);
        broker = value(Key.BROKER.text());
        schema = get(Key.SCHEMA).schemaMode();
        rehearsal = get(Key.REHEARSAL).rehearsalMode();
        tablePrefix = get(Key.TABLE_PREFIX).identifier();
        tableSchema = get(Key.TABLE_SCHEMA).schemaName();
        maxPayloadSize = get(Key.MAX_PAYLOAD_SIZE).number();
        maxHeadersSize = get(Key.MAX_HEADERS_SIZE).number();
        parksExpired = get(Key.EXPIRED).parksExpired();
        isCaptured = get(Key.MODE).isCaptured();
        capture = new CaptureConfig(
                get(Key.CDC_CHECK).isTrue(),
                get(Key.CDC_PUBLICATION).foldedIdentifier(),
                get(Key.CDC_SLOT).foldedIdentifier(),
                given(Key.HEALTH_MAX_CAPTURE_BYTES).map(ConfigValue::bytes),
                given(Key.HEALTH_MAX_CAPTURE_LAG).map(ConfigValue::duration));
        isRelayEnabled = get(Key.RELAY_ENABLED).isTrue();
        relayBatchSize = get(Key.RELAY_BATCH_SIZE).number(MAX_BATCH_SIZE);
        startWait = get(Key.START_WAIT).duration();
        relayPollingInterval = get(Key.RELAY_POLLING_INTERVAL).duration();
        relaySenders = get(Key.RELAY_SENDERS).number(MAX_THREADS);
        relaySendTimeout = get(Key.RELAY_SEND_TIMEOUT).duration();
        application = value(Key.APPLICATION.text());
        node = value(Key.NODE.text());
        relayChannels = readRelayChannels();
        maxAttempts = get(Key.RELAY_MAX_ATTEMPTS).number();
        retryDelay = get(Key.RELAY_RETRY_DELAY).duration();
        retryMaxDelay = get(Key.RELAY_RETRY_MAX_DELAY).duration();
        blocksKeyOnFailure = get(Key.RELAY_ON_FAILURE).blocksKeyOnFailure();
        maxPending = given(Key.MAX_PENDING).map(ConfigValue::number).orElse(0);
        retention = given(Key.RETENTION).map(ConfigValue::duration);
        adminRefresh = get(Key.ADMIN_REFRESH).duration();
        maxRequestSize = get(Key.HTTP_MAX_REQUEST_SIZE).number();
        maxResponseSize = get(Key.HTTP_MAX_RESPONSE_SIZE).number();
        healthMaxAge = given(Key.HEALTH_MAX_AGE).map(ConfigValue::duration);
        healthMaxParked = given(Key.HEALTH_MAX_PARKED).map(ConfigValue::number);
        alertsRepeatInterval = get(Key.ALERTS_REPEAT_INTERVAL).duration();
        alertsMaxDue =
                given(Key.ALERTS_MAX_DUE).map(value -> value.number(MAX_DUE)).orElse(Integer.MAX_VALUE);
        alertsMaxAge = given(Key.ALERTS_MAX_AGE).map(ConfigValue::duration).orElse(ChronoUnit.FOREVER.getDuration());
        alertsStalledAfter = get(Key.ALERTS_STALLED_AFTER).duration();
        inboxConcurrency = given(Key.INBOX_CONCURRENCY).map(ConfigValue::number).orElse(0);
        inboxClaimWait = get(Key.INBOX_CLAIM_WAIT).duration();
        inboxRetention = get(Key.INBOX_RETENTION).duration();
        inboxJanitorInterval = get(Key.INBOX_JANITOR_INTERVAL).duration();
        observersOpenOwnTransaction = get(Key.OBSERVERS_TRANSACTION).opensOwnTransaction();
        observersParkAfter = get(Key.OBSERVERS_PARK_AFTER).duration();
        handlerRetentions = readHandlerRetentions();
        console = new ConsoleConfig(
                get(Key.CONSOLE_ENABLED).isTrue(),
                get(Key.CONSOLE_PATH).text(),
                get(Key.CONSOLE_ROLE).text(),
                value(Key.CONSOLE_PAYLOAD_ROLE.text()),
                value(Key.CONSOLE_EDIT_ROLE.text()));
        cloudEventsSource = get(Key.CLOUDEVENTS_SOURCE).uriReference();
        envelope = get(Key.ENVELOPE).envelope(cloudEventsSource);
        codecs = new Codecs(Key.CODECS.text(), get(Key.CODECS).codecs());
        gzipMinSize = get(Key.GZIP_MIN_SIZE).number();
    }

    private Map<String, Duration> readHandlerRetentions() {
        Map<String, Duration> retentions = new TreeMap<>();
        names.retentionsOfHandlers().forEach((handler, key) -> value(key)
                .ifPresent(text -> retentions.put(handler, new ConfigValue(key, text).duration())));
        return retentions;
    }

    private Set<String> readRelayChannels() {
        Set<String> queues = new TreeSet<>(get(Key.RELAY_CHANNELS).names());
        for (String channel : List.copyOf(queues)) {
            destinations(channel).forEach(destination -> queues.add(destination.queue()));
        }
        return queues;
    }

    /** Returns the value of a property, or the default. */
    private ConfigValue get(Key key) {
        return get(key, key.text());
    }

    /** Returns the value of a property of a channel, or the default. */
    private ConfigValue ofChannel(Key key, String channel) {
        return get(key, key.text(channel));
    }

    private ConfigValue get(Key key, String name) {
        return new ConfigValue(name, value(name).orElse(key.defaultValue()));
    }

    private Optional<ConfigValue> given(Key key) {
        return Optional.of(get(key)).filter(value -> !value.isEmpty());
    }

    private Optional<ConfigValue> given(Key key, String channel) {
        return Optional.of(ofChannel(key, channel)).filter(value -> !value.isEmpty());
    }

    public String datasource() {
        return datasource;
    }

    public String inboxDatasource() {
        return inboxDatasource;
    }

    /** Returns the scheme of the adapter of channels that name none; empty if it is not configured. */
    public Optional<String> broker() {
        return broker;
    }

    public SchemaMode schema() {
        return schema;
    }

    public RehearsalMode rehearsal() {
        return rehearsal;
    }

    public String tablePrefix() {
        return tablePrefix;
    }

    /** Returns the database schema of the tables; empty for the default schema of the connection. */
    public String tableSchema() {
        return tableSchema;
    }

    public int maxPayloadSize() {
        return maxPayloadSize;
    }

    public int maxHeadersSize() {
        return maxHeadersSize;
    }

    public boolean parksExpired() {
        return parksExpired;
    }

    /** Returns the datasources whose events a tool captures from the log of the database. */
    public Set<String> capturedDatasources() {
        Set<String> captured = new TreeSet<>();
        if (isCaptured) {
            captured.add(datasource);
        }
        for (String name : names.allChannels()) { // perhaps of a server, with settings that have the same names
            String mode = value(Key.CHANNEL_MODE.text(name)).orElse(isCaptured ? "cdc" : "");
            if (mode.equals("cdc")) {
                captured.add(channel(name).datasource());
            }
        }
        return captured;
    }

    public CaptureConfig capture() {
        return capture;
    }

    public boolean isRelayEnabled() {
        return isRelayEnabled;
    }

    public int relayBatchSize() {
        return relayBatchSize;
    }

    /** The longest time that a delivery or a call waits for the start. */
    public Duration startWait() {
        return startWait;
    }

    public Duration relayPollingInterval() {
        return relayPollingInterval;
    }

    public int relaySenders() {
        return relaySenders;
    }

    public Duration relaySendTimeout() {
        return relaySendTimeout;
    }

    /** The configured name of the application; empty if it has none. */
    public Optional<String> application() {
        return application;
    }

    /** The name of this node; empty if it has none. */
    public Optional<String> node() {
        return node;
    }

    /** The only queues that the relay publishes: the configured channels, with the queues of their destinations; empty for all. */
    public Set<String> relayChannels() {
        return relayChannels;
    }

    public int maxAttempts() {
        return maxAttempts;
    }

    public Duration retryDelay() {
        return retryDelay;
    }

    public Duration retryMaxDelay() {
        return retryMaxDelay;
    }

    public boolean blocksKeyOnFailure() {
        return blocksKeyOnFailure;
    }

    /** Most events that wait; 0 for no limit. */
    public int maxPending() {
        return maxPending;
    }

    /** Returns how long published events are kept; empty if they are not kept. */
    public Optional<Duration> retention() {
        return retention;
    }

    /** Returns the age of the oldest due event above which the readiness check is DOWN; empty for no limit. */
    public Optional<Duration> healthMaxAge() {
        return healthMaxAge;
    }

    /** Returns the number of parked events and messages above which the readiness check is DOWN; empty for no limit. */
    public Optional<Integer> healthMaxParked() {
        return healthMaxParked;
    }

    /** Returns how long a cause is not told again. */
    public Duration alertsRepeatInterval() {
        return alertsRepeatInterval;
    }

    /** Returns the number of due events of a queue above which its backlog is told. */
    public int alertsMaxDue() {
        return alertsMaxDue;
    }

    /** Returns the age of the oldest due event of a queue above which its backlog is told. */
    public Duration alertsMaxAge() {
        return alertsMaxAge;
    }

    /** Returns the time without progress after which a queue, or a relay, is told. */
    public Duration alertsStalledAfter() {
        return alertsStalledAfter;
    }

    /** Returns the maximum age of backlog figures. */
    public Duration adminRefresh() {
        return adminRefresh;
    }

    /** Most bytes in the body of a request that is to be answered once. */
    public int maxRequestSize() {
        return maxRequestSize;
    }

    /** Most bytes of a stored entity. */
    public int maxResponseSize() {
        return maxResponseSize;
    }

    /** Returns the maximum number of new transactions with a claim at the same time; 0 for no limit. */
    public int inboxConcurrency() {
        return inboxConcurrency;
    }

    /** Returns how long a message or call waits at the limit {@link #inboxConcurrency}. */
    public Duration inboxClaimWait() {
        return inboxClaimWait;
    }

    /** Returns how long claims are kept, unless {@link #handlerRetentions} has the handler. */
    public Duration inboxRetention() {
        return inboxRetention;
    }

    public Duration inboxJanitorInterval() {
        return inboxJanitorInterval;
    }

    /** Returns whether an event for a durable observer opens a transaction if none is active. */
    public boolean observersOpenOwnTransaction() {
        return observersOpenOwnTransaction;
    }

    /** Returns how long after the start the events of observers are parked that the application no longer has. */
    public Duration observersParkAfter() {
        return observersParkAfter;
    }

    /** Returns how long claims are kept, by the names of the handlers that have their own retention. */
    public Map<String, Duration> handlerRetentions() {
        return handlerRetentions;
    }

    public ConsoleConfig console() {
        return console;
    }

    /** The source of events that are CloudEvents; empty only if none are. */
    public String cloudEventsSource() {
        return cloudEventsSource;
    }

    /** Returns the codecs of channels without their own. */
    public Codecs codecs() {
        return codecs;
    }

    /** Returns the codecs of the events of an outgoing channel. */
    public Codecs outgoingCodecs(String channel) {
        return codecs(Key.CHANNEL_CODECS, channel);
    }

    /** Returns the codecs of the messages of an incoming channel. */
    public Codecs incomingCodecs(String channel) {
        return codecs(Key.INCOMING_CODECS, channel);
    }

    private Codecs codecs(Key key, String channel) {
        return given(key, channel)
                .map(value -> new Codecs(value.key(), value.codecs()))
                .orElse(codecs);
    }

    /** Returns the size of a payload below which it is not compressed. */
    public int gzipMinSize() {
        return gzipMinSize;
    }

    /** Returns the configuration of an incoming channel, with defaults for missing keys. */
    public IncomingConfig incoming(String name) {
        return new IncomingConfig(
                name,
                value(Key.INCOMING_CONNECTOR.text(name)),
                ofChannel(Key.INCOMING_BATCH_SIZE, name).number(MAX_BATCH_SIZE),
                ofChannel(Key.INCOMING_CONCURRENCY, name).number(MAX_THREADS),
                ofChannel(Key.INCOMING_HANDLER_BATCH_SIZE, name).number(MAX_HANDLER_BATCH_SIZE),
                given(Key.INCOMING_HANDLER_BATCH_WAIT, name)
                        .map(value -> value.duration(MAX_HANDLER_BATCH_WAIT))
                        .orElse(Duration.ZERO),
                ofChannel(Key.INCOMING_MAX_ATTEMPTS, name).number(),
                ofChannel(Key.INCOMING_RETRY_DELAY, name).duration(),
                ofChannel(Key.INCOMING_RETRY_MAX_DELAY, name).duration(),
                ofChannel(Key.INCOMING_ON_FAILURE, name).blocksKeyOnFailure(),
                given(Key.INCOMING_RETENTION, name).map(ConfigValue::duration));
    }

    /** Returns the properties of an incoming channel that concern only handlers that get several messages. */
    public List<String> batchProperties(String channel) {
        return Stream.of(Key.INCOMING_HANDLER_BATCH_SIZE, Key.INCOMING_HANDLER_BATCH_WAIT)
                .map(key -> key.text(channel))
                .filter(key -> value(key).isPresent())
                .toList();
    }

    /** Returns the configuration of an outgoing channel, with defaults for missing keys. */
    public ChannelConfig channel(String name) {
        return new ChannelConfig(
                name,
                value(Key.CHANNEL_CONNECTOR.text(name)),
                given(Key.CHANNEL_DATASOURCE, name).map(ConfigValue::jndiName).orElse(datasource),
                ofChannel(Key.CHANNEL_TRANSACTION, name).opensOwnTransaction(),
                given(Key.CHANNEL_ENVELOPE, name)
                        .map(value -> value.envelope(cloudEventsSource))
                        .orElse(envelope),
                given(Key.CHANNEL_MODE, name).map(ConfigValue::isCaptured).orElse(isCaptured));
    }

    /**
     * Returns the destinations of an outgoing channel; empty if its configuration has neither a list of destinations nor a local one.
     *
     * @throws io.onceward.api.OncewardException if the list is illegal, or the channel also has a single destination
     */
    public List<ChannelDestination> destinations(String channel) {
        String key = Key.CHANNEL_DESTINATIONS.text(channel);
        Optional<String> list = value(key);
        boolean isOurs = value(Key.CHANNEL_CONNECTOR.text(channel))
                .map(Connector::isOurs)
                .orElse(true);
        if (!isOurs) {
            return List.of();
        }
        String single = Key.CHANNEL_DESTINATION.text(channel);
        Optional<String> destination = value(single);
        if (list.isEmpty()) {
            return destination.flatMap(text -> ChannelDestination.local(channel, text)).stream()
                    .toList();
        }
        if (destination.isPresent()) {
            throw ConfigErrors.both(channel, single, key);
        }
        return DestinationList.of(channel, key, list.get());
    }

    /**
     * Returns whether neither end of a channel leads out of the application: its events then go to the handlers that the application
     * has for the channel, if there are any.
     */
    public boolean isLocalByDefault(String channel) {
        boolean sends = value(Key.CHANNEL_DESTINATION.text(channel)).isPresent()
                || value(Key.CHANNEL_DESTINATIONS.text(channel)).isPresent()
                || channel(channel).isCaptured();
        return !sends
                && !receives(channel)
                && Stream.of(Key.CHANNEL_CONNECTOR, Key.INCOMING_CONNECTOR)
                        .flatMap(key -> value(key.text(channel)).stream())
                        .allMatch(Connector.NAME::equals);
    }

    /** Returns whether Onceward receives the messages of a channel from a broker. */
    public boolean receives(String channel) {
        return value(Key.INCOMING_DESTINATION.text(channel)).isPresent();
    }

    /** Returns whether Onceward receives the messages of a channel from where it publishes the events of the channel with this name. */
    public boolean receivesOwn(String channel) {
        Optional<String> from = value(Key.INCOMING_DESTINATION.text(channel));
        return from.isPresent() && from.equals(value(Key.CHANNEL_DESTINATION.text(channel)));
    }

    /** Returns the destination of a channel that has a queue with this name. */
    public Optional<ChannelDestination> destinationOf(String queue) {
        int dot = queue.lastIndexOf('.');
        return dot < 0
                ? Optional.empty()
                : destinations(queue.substring(0, dot)).stream()
                        .filter(destination -> destination.queue().equals(queue))
                        .findFirst();
    }

    /** Returns the names of all properties. */
    public PropertyNames names() {
        return names;
    }

    /** The value of a property, if it has one that is not blank. */
    public Optional<String> value(String name) {
        return source.apply(name).map(String::strip).filter(value -> !value.isEmpty());
    }
}
