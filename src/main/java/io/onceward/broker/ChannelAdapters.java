// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import io.onceward.api.OncewardException;
import io.onceward.config.ChannelDestination;
import io.onceward.config.Connector;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.log.UserInfo;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides which adapter serves a channel: the one that its connector names, else the scheme of its destination, else
 * {@code onceward.broker}, else the only one there is. Thread-safe.
 */
public final class ChannelAdapters {

    private final OncewardConfig config;
    private final BrokerAdapters adapters;

    /** @throws OncewardException if {@code onceward.broker} names no adapter */
    public ChannelAdapters(OncewardConfig config, BrokerAdapters adapters) {
        this.config = config;
        this.adapters = adapters;
        config.broker().ifPresent(scheme -> known(Key.BROKER.text(), scheme, scheme));
    }

    /**
     * Returns the adapter of an outgoing channel.
     *
     * @throws OncewardException if none can be told, or it lacks something
     */
    public BrokerAdapter outgoing(String channel) {
        return adapters.requireUsable(named(channel, Key.CHANNEL_CONNECTOR, Key.CHANNEL_DESTINATION)
                .orElseGet(() -> standard(channel, Key.CHANNEL_CONNECTOR)));
    }

    /**
     * Returns the adapter that publishes to a destination of a channel with several.
     *
     * @throws OncewardException if the application has no such adapter, or it lacks something, or the channel names another
     */
    public BrokerAdapter outgoing(ChannelDestination destination) {
        String key = Key.CHANNEL_DESTINATIONS.text(destination.channel());
        BrokerAdapter adapter = known(key, UserInfo.hidden(destination.text()), destination.scheme());
        String connectorKey = Key.CHANNEL_CONNECTOR.text(destination.channel());
        Optional<String> connector = config.value(connectorKey);
        if (connector
                .flatMap(Connector::scheme)
                .filter(scheme -> !scheme.equals(destination.scheme()))
                .isPresent()) {
            throw BrokerErrors.contradiction(
                    destination.channel(), connectorKey, connector.get(), key, destination.text());
        }
        return adapters.requireUsable(adapter);
    }

    /**
     * Returns the adapter that an incoming channel receives by; empty if the application receives its messages.
     *
     * @throws OncewardException if none can be told, or it lacks something
     */
    public Optional<BrokerAdapter> incoming(String channel) {
        Optional<BrokerAdapter> named = named(channel, Key.INCOMING_CONNECTOR, Key.INCOMING_DESTINATION);
        if (config.value(Key.INCOMING_DESTINATION.text(channel)).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(adapters.requireUsable(named.orElseGet(() -> standard(channel, Key.INCOMING_CONNECTOR))));
    }

    /** Returns the settings of a channel. */
    public ChannelSettings settings(Scope scope, String channel, BrokerAdapter adapter) {
        return new ConfiguredSettings(config, adapter, scope, channel, null);
    }

    /** Returns the settings of a destination of a channel with several. */
    public ChannelSettings settings(ChannelDestination destination, BrokerAdapter adapter) {
        return new ConfiguredSettings(config, adapter, Scope.OUTGOING, destination.queue(), destination);
    }

    /** Returns the settings of an adapter for all channels. */
    public Settings settings(BrokerAdapter adapter) {
        return ConfiguredSettings.global(config, adapter);
    }

    private Optional<BrokerAdapter> named(String channel, Key connectorKey, Key destinationKey) {
        String key = connectorKey.text(channel);
        Optional<String> connector = config.value(key);
        Optional<BrokerAdapter> byConnector =
                connector.flatMap(Connector::scheme).map(scheme -> known(key, connector.get(), scheme));
        Optional<String> destination = config.value(destinationKey.text(channel));
        Optional<BrokerAdapter> byDestination = destination.flatMap(this::byScheme);
        if (byConnector.isPresent() && byDestination.isPresent() && !byConnector.equals(byDestination)) {
            throw BrokerErrors.contradiction(
                    channel, key, connector.get(), destinationKey.text(channel), destination.get());
        }
        return byConnector.or(() -> byDestination);
    }

    private BrokerAdapter known(String key, String value, String scheme) {
        return adapters.of(scheme).orElseThrow(() -> BrokerErrors.unknown(key, value, adapters.schemes()));
    }

    private Optional<BrokerAdapter> byScheme(String destination) {
        int colon = destination.indexOf(':');
        return colon < 0 ? Optional.empty() : adapters.of(destination.substring(0, colon));
    }

    private BrokerAdapter standard(String channel, Key connectorKey) {
        Optional<BrokerAdapter> configured = config.broker().flatMap(adapters::of);
        if (configured.isPresent()) {
            return configured.get();
        }
        adapters.requireAny();
        List<BrokerAdapter> usable = adapters.usable();
        if (usable.size() > 1) {
            List<String> schemes = usable.stream().map(BrokerAdapter::scheme).toList();
            throw BrokerErrors.ambiguous(channel, schemes, connectorKey.text(channel), Connector.of(schemes.get(0)));
        }
        return usable.get(0);
    }

    /**
     * Checks the names of all properties of Onceward.
     *
     * @param outgoing the outgoing channels that are Onceward's
     * @param incoming the incoming channels that are
     * @throws OncewardException for the first unknown one, naming the nearest that is known; or if the adapter of a channel
     *     can't be told
     */
    public void verifyNames(Set<String> outgoing, Set<String> incoming) {
        Set<String> global = names(adapters.all(), Scope.GLOBAL).stream()
                .map(name -> Scope.GLOBAL.prefix() + name)
                .collect(Collectors.toSet());
        config.names()
                .verify(
                        global,
                        byChannel(outgoing, channel -> namesOfOutgoing(channel, incoming.contains(channel))),
                        byChannel(
                                incoming,
                                channel -> names(
                                        incoming(channel).map(List::of).orElseGet(adapters::all), Scope.INCOMING)));
    }

    /** @param isHandled whether the application has handlers for the channel */
    private Set<String> namesOfOutgoing(String channel, boolean isHandled) {
        if (isHandled && config.isLocalByDefault(channel)) {
            return Set.of();
        }
        if (config.channel(channel).isCaptured()) {
            return names(adapters.all(), Scope.OUTGOING); // no adapter publishes its events, but one may do so again
        }
        List<ChannelDestination> destinations = config.destinations(channel);
        if (destinations.isEmpty()) {
            return names(List.of(outgoing(channel)), Scope.OUTGOING);
        }
        return destinations.stream()
                .filter(destination -> !destination.isLocal())
                .flatMap(destination -> names(List.of(outgoing(destination)), Scope.OUTGOING).stream()
                        .filter(setting -> !setting.equals(ChannelSettings.DESTINATION))
                        .map(setting -> destination.name() + "." + setting))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Set<String>> byChannel(Set<String> channels, Function<String, Set<String>> settings) {
        return channels.stream().collect(Collectors.toMap(Function.identity(), settings));
    }

    private static Set<String> names(Collection<BrokerAdapter> declaring, Scope scope) {
        return declaring.stream()
                .flatMap(adapter -> adapter.settings().stream())
                .filter(setting -> setting.scope() == scope)
                .map(Setting::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
