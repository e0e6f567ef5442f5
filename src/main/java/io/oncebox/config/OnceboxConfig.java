// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import io.oncebox.log.DeploymentErrors;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configuration, read and checked once; what is said of a channel is read when the channel is first used. */
public final class OnceboxConfig {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,19}");

    private static final String RETENTION_OF_HANDLER = Key.INBOX_RETENTION.text() + ".";

    private static final Set<String> ONLY_OURS =
            Set.of(Key.CHANNEL_DATASOURCE.text(), Key.CHANNEL_TRANSACTION.text(), Key.CHANNEL_ENVELOPE.text());

    /** The maximum that a broker's transaction and the parameters of an SQL statement allow. */
    private static final int MAX_BATCH_SIZE = 10_000;

    /** More threads than lanes have nothing to do, but each of them takes memory. */
    private static final int MAX_THREADS = 1_000;

    /** A hundred years, so that a time of the clock and a duration are together one that every database knows. */
    private static final Duration MAX_DURATION = Duration.ofDays(36_500);

    private final Function<String, Optional<String>> source;
    private final Set<String> names = new TreeSet<>();

    private final String datasource;
    private final String inboxDatasource;
    private final Optional<String> broker;
    private final SchemaMode schema;
    private final String tablePrefix;
    private final String tableSchema;
    private final int maxPayloadSize;
    private final int maxHeadersSize;
    private final boolean relayEnabled;
    private final int relayBatchSize;
    private final Duration relayPollingInterval;
    private final int relayWorkers;
    private final Set<String> relayChannels;
    private final int maxAttempts;
    private final Duration retryDelay;
    private final Duration retryMaxDelay;
    private final boolean blockKeyOnFailure;
    private final int maxPending;
    private final Optional<Duration> retention;
    private final Duration adminRefresh;
    private final int maxRequestSize;
    private final int maxResponseSize;
    private final Optional<Duration> healthMaxAge;
    private final Optional<Integer> healthMaxParked;
    private final Duration inboxRetention;
    private final Duration inboxJanitorInterval;
    private final Map<String, Duration> handlerRetentions;
    private final ConsoleConfig console;
    private final String cloudEventsSource;
    private final Envelope envelope;

    /**
     * Reads the configuration.
     *
     * @param names the names of all properties, of Oncebox or not
     * @param source gives the value of a property; an empty text counts as none
     * @throws io.oncebox.api.OnceboxException if a value is illegal
     */
    public OnceboxConfig(Iterable<String> names, Function<String, Optional<String>> source) {
        this.source = source;
        names.forEach(this.names::add);
        datasource = JndiName.of(Key.DATASOURCE.text(), text(Key.DATASOURCE));
        inboxDatasource = jndiName(Key.INBOX_DATASOURCE.text(), datasource);
        broker = value(Key.BROKER.text());
        schema = schemaMode();
        tablePrefix = identifier(Key.TABLE_PREFIX);
        tableSchema = identifier(Key.TABLE_SCHEMA);
        maxPayloadSize = number(Key.MAX_PAYLOAD_SIZE);
        maxHeadersSize = number(Key.MAX_HEADERS_SIZE);
        relayEnabled = bool(Key.RELAY_ENABLED);
        relayBatchSize = number(Key.RELAY_BATCH_SIZE.text(), text(Key.RELAY_BATCH_SIZE), MAX_BATCH_SIZE);
        relayPollingInterval = duration(Key.RELAY_POLLING_INTERVAL);
        relayWorkers = number(Key.RELAY_WORKERS.text(), text(Key.RELAY_WORKERS), MAX_THREADS);
        relayChannels = readRelayChannels();
        maxAttempts = number(Key.RELAY_MAX_ATTEMPTS);
        retryDelay = duration(Key.RELAY_RETRY_DELAY);
        retryMaxDelay = duration(Key.RELAY_RETRY_MAX_DELAY);
        blockKeyOnFailure = blockKeyOnFailure(Key.RELAY_ON_FAILURE.text(), text(Key.RELAY_ON_FAILURE));
        maxPending = text(Key.MAX_PENDING).isEmpty() ? 0 : number(Key.MAX_PENDING);
        retention = text(Key.RETENTION).isEmpty() ? Optional.empty() : Optional.of(duration(Key.RETENTION));
        adminRefresh = duration(Key.ADMIN_REFRESH);
        maxRequestSize = number(Key.HTTP_MAX_REQUEST_SIZE);
        maxResponseSize = number(Key.HTTP_MAX_RESPONSE_SIZE);
        healthMaxAge =
                text(Key.HEALTH_MAX_AGE).isEmpty() ? Optional.empty() : Optional.of(duration(Key.HEALTH_MAX_AGE));
        healthMaxParked =
                text(Key.HEALTH_MAX_PARKED).isEmpty() ? Optional.empty() : Optional.of(number(Key.HEALTH_MAX_PARKED));
        inboxRetention = duration(Key.INBOX_RETENTION);
        inboxJanitorInterval = duration(Key.INBOX_JANITOR_INTERVAL);
        handlerRetentions = readHandlerRetentions();
        console = new ConsoleConfig(
                bool(Key.CONSOLE_ENABLED),
                text(Key.CONSOLE_PATH),
                text(Key.CONSOLE_ROLE),
                value(Key.CONSOLE_PAYLOAD_ROLE.text()));
        cloudEventsSource = readCloudEventsSource();
        envelope = envelope(Key.ENVELOPE.text(), text(Key.ENVELOPE));
    }

    public String datasource() {
        return datasource;
    }

    public String inboxDatasource() {
        return inboxDatasource;
    }

    /** The scheme of the adapter of channels that name none, if it was said. */
    public Optional<String> broker() {
        return broker;
    }

    public SchemaMode schema() {
        return schema;
    }

    public String tablePrefix() {
        return tablePrefix;
    }

    /** The tables' schema; empty for the connection's own. */
    public String tableSchema() {
        return tableSchema;
    }

    public int maxPayloadSize() {
        return maxPayloadSize;
    }

    public int maxHeadersSize() {
        return maxHeadersSize;
    }

    public boolean relayEnabled() {
        return relayEnabled;
    }

    public int relayBatchSize() {
        return relayBatchSize;
    }

    public Duration relayPollingInterval() {
        return relayPollingInterval;
    }

    public int relayWorkers() {
        return relayWorkers;
    }

    /** The only channels that the relay publishes; empty for all. */
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

    public boolean blockKeyOnFailure() {
        return blockKeyOnFailure;
    }

    /** Most events that wait; 0 for no limit. */
    public int maxPending() {
        return maxPending;
    }

    /** For how long published events are kept, if they are. */
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

    /** For how long claims are kept of whose handler nothing else is said. */
    public Duration inboxRetention() {
        return inboxRetention;
    }

    public Duration inboxJanitorInterval() {
        return inboxJanitorInterval;
    }

    /** For how long claims of single handlers are kept. */
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

    /** Returns the configuration of an incoming channel, with defaults for missing keys. */
    public IncomingConfig incoming(String name) {
        return new IncomingConfig(
                name,
                value(Key.INCOMING_CONNECTOR.text(name)),
                number(Key.INCOMING_BATCH_SIZE.text(name), ofChannel(Key.INCOMING_BATCH_SIZE, name), MAX_BATCH_SIZE),
                number(Key.INCOMING_CONCURRENCY.text(name), ofChannel(Key.INCOMING_CONCURRENCY, name), MAX_THREADS),
                number(Key.INCOMING_MAX_ATTEMPTS.text(name), ofChannel(Key.INCOMING_MAX_ATTEMPTS, name)),
                duration(Key.INCOMING_RETRY_DELAY.text(name), ofChannel(Key.INCOMING_RETRY_DELAY, name)),
                duration(Key.INCOMING_RETRY_MAX_DELAY.text(name), ofChannel(Key.INCOMING_RETRY_MAX_DELAY, name)),
                blockKeyOnFailure(Key.INCOMING_ON_FAILURE.text(name), ofChannel(Key.INCOMING_ON_FAILURE, name)),
                value(Key.INCOMING_RETENTION.text(name))
                        .map(value -> duration(Key.INCOMING_RETENTION.text(name), value)));
    }

    private String ofChannel(Key key, String channel) {
        return value(key.text(channel)).orElse(key.defaultValue());
    }

    /** Returns the configuration of an outgoing channel, with defaults for missing keys. */
    public ChannelConfig channel(String name) {
        return new ChannelConfig(
                name,
                value(Key.CHANNEL_CONNECTOR.text(name)),
                jndiName(Key.CHANNEL_DATASOURCE.text(name), datasource),
                ownTransaction(Key.CHANNEL_TRANSACTION.text(name)),
                value(Key.CHANNEL_ENVELOPE.text(name))
                        .map(value -> envelope(Key.CHANNEL_ENVELOPE.text(name), value))
                        .orElse(envelope));
    }

    /**
     * The channels that the configuration alone makes Oncebox's: it names Oncebox as their connector, or says something
     * that only Oncebox understands.
     *
     * @param all whether all channels here are Oncebox's, so that every configured one without another connector counts
     */
    public Set<String> configuredChannels(boolean all) {
        Set<String> channels = new TreeSet<>();
        for (String name : names) {
            channel(name, Key.CHANNEL_PREFIX)
                    .filter(channel -> value(Key.CHANNEL_CONNECTOR.text(channel))
                            .map(Connector::isOurs)
                            .orElse(all || ONLY_OURS.contains(name.substring(name.lastIndexOf('.') + 1))))
                    .ifPresent(channels::add);
        }
        return channels;
    }

    /** The incoming channels that the configuration names Oncebox for. */
    public Set<String> configuredIncoming() {
        Set<String> channels = new TreeSet<>();
        for (String name : names) {
            channel(name, Key.INCOMING_PREFIX)
                    .filter(channel -> value(Key.INCOMING_CONNECTOR.text(channel))
                            .filter(Connector::isOurs)
                            .isPresent())
                    .ifPresent(channels::add);
        }
        return channels;
    }

    private static Optional<String> channel(String name, String prefix) {
        int dot = name.lastIndexOf('.');
        return name.startsWith(prefix) && dot > prefix.length()
                ? Optional.of(name.substring(prefix.length(), dot))
                : Optional.empty();
    }

    /**
     * Checks the names of all properties of Oncebox.
     *
     * @param global the keys of adapters that are for all channels
     * @param outgoing the outgoing channels that are Oncebox's, each with the settings of its adapter
     * @param incoming the incoming channels that are
     * @throws io.oncebox.api.OnceboxException for the first unknown one, naming the nearest that is known
     */
    public void verifyNames(Set<String> global, Map<String, Set<String>> outgoing, Map<String, Set<String>> incoming) {
        List<String> known = Stream.concat(
                        keys(key -> !key.ofChannel() && !key.ofIncoming()).map(Key::text), global.stream())
                .toList();
        for (String name : names) {
            if (name.startsWith("oncebox.") && !known.contains(name) && !name.startsWith(RETENTION_OF_HANDLER)) {
                throw DeploymentErrors.unknownKey(name, Nearest.of(name, known));
            }
            verifyName(name, Key.CHANNEL_PREFIX, outgoing, Key::ofChannel);
            verifyName(name, Key.INCOMING_PREFIX, incoming, Key::ofIncoming);
        }
    }

    private static void verifyName(
            String name, String prefix, Map<String, Set<String>> settingsByChannel, Predicate<Key> ofEngine) {
        channel(name, prefix).filter(settingsByChannel::containsKey).ifPresent(channel -> {
            List<String> known = Stream.concat(keys(ofEngine).map(Key::text), settingsByChannel.get(channel).stream())
                    .map(setting -> prefix + channel + "." + setting)
                    .toList();
            if (!known.contains(name)) {
                throw DeploymentErrors.unknownKey(name, Nearest.of(name, known));
            }
        });
    }

    private static Stream<Key> keys(Predicate<Key> which) {
        return Arrays.stream(Key.values()).filter(which);
    }

    /** The value of a property, if it has one that is not blank. */
    public Optional<String> value(String name) {
        return source.apply(name).map(String::strip).filter(value -> !value.isEmpty());
    }

    private String text(Key key) {
        return value(key.text()).orElse(key.defaultValue());
    }

    private String jndiName(String key, String defaultName) {
        return value(key).map(name -> JndiName.of(key, name)).orElse(defaultName);
    }

    private String identifier(Key key) {
        String value = text(key);
        if (!value.isEmpty() && !IDENTIFIER.matcher(value).matches()) {
            throw DeploymentErrors.illegalIdentifier(key.text(), value);
        }
        return value;
    }

    private static int number(String key, String value, int max) {
        int number = number(key, value);
        if (number > max) {
            throw DeploymentErrors.illegalValue(key, value, "a whole number from 1 to " + max);
        }
        return number;
    }

    private int number(Key key) {
        return number(key.text(), text(key));
    }

    private static int number(String key, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, as for a number that is too small
        }
        throw DeploymentErrors.illegalValue(key, value, "a whole number above 0");
    }

    private boolean bool(Key key) {
        return bool(key.text(), text(key));
    }

    private static boolean bool(String key, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw DeploymentErrors.illegalValue(key, value, "true or false");
        };
    }

    private Duration duration(Key key) {
        return duration(key.text(), text(key));
    }

    private static Duration duration(String key, String value) {
        try {
            Duration duration = Duration.parse(value);
            if (duration.toMillis() > 0 && duration.compareTo(MAX_DURATION) <= 0) {
                return duration;
            }
        } catch (DateTimeParseException | ArithmeticException e) {
            // reported below, as for a duration that is too short or too long
        }
        throw DeploymentErrors.illegalValue(
                key, value, "an ISO-8601 duration from one millisecond to 36500 days, such as PT0.5S");
    }

    private SchemaMode schemaMode() {
        String value = text(Key.SCHEMA);
        return Arrays.stream(SchemaMode.values())
                .filter(mode -> mode.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(() -> DeploymentErrors.illegalValue(Key.SCHEMA.text(), value, "none, validate or create"));
    }

    private Envelope envelope(String key, String value) {
        Envelope configured = Arrays.stream(Envelope.values())
                .filter(known -> known.text().equals(value))
                .findFirst()
                .orElseThrow(() -> DeploymentErrors.illegalValue(key, value, Key.ENVELOPE.type()));
        if (configured != Envelope.NONE && cloudEventsSource.isEmpty()) {
            throw DeploymentErrors.noCloudEventsSource(key, value);
        }
        return configured;
    }

    /** URIs are of ASCII; java.net.URI alone knows more. */
    private String readCloudEventsSource() {
        String source = text(Key.CLOUDEVENTS_SOURCE);
        try {
            if (source.equals(new URI(source).toASCIIString())) {
                return source;
            }
        } catch (URISyntaxException e) {
            // reported below, as for other characters
        }
        throw DeploymentErrors.illegalValue(
                Key.CLOUDEVENTS_SOURCE.text(), source, "a URI reference, such as /shop or https://example.com/shop");
    }

    private Set<String> readRelayChannels() {
        return Arrays.stream(text(Key.RELAY_CHANNELS).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Map<String, Duration> readHandlerRetentions() {
        Map<String, Duration> retentions = new TreeMap<>();
        for (String name : names) {
            if (name.startsWith(RETENTION_OF_HANDLER)) {
                value(name)
                        .ifPresent(value ->
                                retentions.put(name.substring(RETENTION_OF_HANDLER.length()), duration(name, value)));
            }
        }
        return retentions;
    }

    private static boolean blockKeyOnFailure(String key, String value) {
        return switch (value) {
            case "block-key" -> true;
            case "skip" -> false;
            default -> throw DeploymentErrors.illegalValue(key, value, "block-key or skip");
        };
    }

    private boolean ownTransaction(String name) {
        String value = value(name).orElse(Key.CHANNEL_TRANSACTION.defaultValue());
        return switch (value) {
            case "required" -> false;
            case "own" -> true;
            default -> throw DeploymentErrors.illegalValue(name, value, "required or own");
        };
    }
}
