// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The names of all properties, of Onceward or not: the channels that they configure, and whether Onceward knows them. */
public final class PropertyNames {

    private static final String RETENTION_OF_HANDLER = Key.INBOX_RETENTION.text() + ".";

    private static final Set<String> ONLY_OURS = Set.of(
            Key.CHANNEL_DESTINATIONS.text(),
            Key.CHANNEL_DATASOURCE.text(),
            Key.CHANNEL_TRANSACTION.text(),
            Key.CHANNEL_ENVELOPE.text(),
            Key.CHANNEL_CODECS.text(),
            Key.CHANNEL_PARKED_CHANNEL.text());

    private final Set<String> names = new TreeSet<>();
    private final Function<String, Optional<String>> values;
    private final Function<String, List<ChannelDestination>> destinations;

    /** @param destinations gives the destinations of an outgoing channel; none, if it has at most one */
    PropertyNames(
            Iterable<String> names,
            Function<String, Optional<String>> values,
            Function<String, List<ChannelDestination>> destinations) {
        names.forEach(this.names::add);
        this.values = values;
        this.destinations = destinations;
    }

    /**
     * Returns the outgoing channels that the configuration alone makes Onceward's: it names Onceward as their connector, or says
     * something that only Onceward understands.
     */
    public Set<String> ownChannels() {
        return channels(Key.CHANNEL_CONNECTOR, name -> ONLY_OURS.contains(name.substring(name.lastIndexOf('.') + 1)));
    }

    /** Returns the configured outgoing channels, except those of other connectors. */
    public Set<String> allChannels() {
        return channels(Key.CHANNEL_CONNECTOR, name -> true);
    }

    /** Returns the incoming channels that the configuration names Onceward for. */
    public Set<String> incomingChannels() {
        return channels(Key.INCOMING_CONNECTOR, name -> false);
    }

    /**
     * Returns the channels whose names in the configuration are probably misspelt: the application uses none of that name, but one of
     * almost the same name, which has no properties.
     *
     * @param outgoing the outgoing channels that the application's code names
     * @param incoming the incoming channels that it names
     * @return the beginning of the key of each, with the one that was probably meant
     */
    public Map<String, String> misspelt(Set<String> outgoing, Set<String> incoming) {
        Map<String, String> misspelt = new TreeMap<>();
        findMisspelt(Key.CHANNEL_PREFIX, allChannels(), outgoing, misspelt);
        findMisspelt(Key.INCOMING_PREFIX, channels(Key.INCOMING_CONNECTOR, name -> true), incoming, misspelt);
        return misspelt;
    }

    /**
     * Returns the names of handlers with a retention, and of channels to publish, that are probably misspelt in the same way.
     *
     * @param published the channels that the configuration has the relay publish
     * @return the key or value of each, with the one that was probably meant
     */
    public Map<String, String> misspeltNames(Set<String> handlers, Set<String> published, Set<String> outgoing) {
        Map<String, String> misspelt = new TreeMap<>();
        findMisspelt(RETENTION_OF_HANDLER, retentionsOfHandlers().keySet(), handlers, misspelt);
        findMisspelt(Key.RELAY_CHANNELS.text() + "=", published, outgoing, misspelt);
        return misspelt;
    }

    private static void findMisspelt(
            String prefix, Set<String> configured, Set<String> used, Map<String, String> misspelt) {
        Set<String> withoutProperties = new TreeSet<>(used);
        withoutProperties.removeAll(configured);
        configured.stream().filter(channel -> !used.contains(channel)).forEach(channel -> Nearest.almost(
                        channel, withoutProperties)
                .ifPresent(meant -> misspelt.put(prefix + channel, prefix + meant)));
    }

    /** @param withoutConnector whether a property makes a channel Onceward's that names no connector */
    private Set<String> channels(Key connector, Predicate<String> withoutConnector) {
        String prefix = connector.isIncoming() ? Key.INCOMING_PREFIX : Key.CHANNEL_PREFIX;
        Set<String> channels = new TreeSet<>();
        for (String name : names) {
            channel(name, prefix)
                    .filter(channel ->
                            connector.isIncoming() || withDestinations(channel).isEmpty())
                    .filter(channel -> values.apply(connector.text(channel))
                            .map(Connector::isOurs)
                            .orElseGet(() -> withoutConnector.test(name)))
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
     * Returns the channel with several destinations to which a name belongs: the name is that of a destination's queue, or seems to
     * be, because no property makes it a channel.
     */
    private Optional<String> withDestinations(String name) {
        String channel = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        List<ChannelDestination> found = destinations.apply(channel);
        boolean isQueue =
                found.stream().anyMatch(destination -> destination.queue().equals(name));
        boolean isChannel = Stream.of(Key.CHANNEL_CONNECTOR, Key.CHANNEL_DESTINATION, Key.CHANNEL_DESTINATIONS)
                .anyMatch(key -> values.apply(key.text(name)).isPresent());
        return isQueue || (!found.isEmpty() && !isChannel) ? Optional.of(channel) : Optional.empty();
    }

    /** Returns the handlers with a retention of their own, each with its key. */
    Map<String, String> retentionsOfHandlers() {
        Map<String, String> keys = new TreeMap<>();
        names.stream()
                .filter(name -> name.startsWith(RETENTION_OF_HANDLER))
                .forEach(name -> keys.put(name.substring(RETENTION_OF_HANDLER.length()), name));
        return keys;
    }

    /**
     * Checks the names of all properties of Onceward.
     *
     * @param global the keys of adapters that are for all channels
     * @param outgoing the outgoing channels that are Onceward's, each with the settings of its adapter; or with those of its
     *     destinations, which start with the name of the destination and a dot
     * @param incoming the incoming channels that are
     * @throws io.onceward.api.OncewardException for the first unknown one, naming the nearest that is known
     */
    public void verify(Set<String> global, Map<String, Set<String>> outgoing, Map<String, Set<String>> incoming) {
        List<String> known = Stream.concat(
                        keys(key -> !key.isOutgoing() && !key.isIncoming()).map(Key::text), global.stream())
                .toList();
        for (String name : names) {
            if (name.startsWith("onceward.") && !known.contains(name) && !name.startsWith(RETENTION_OF_HANDLER)) {
                throw ConfigErrors.unknownKey(name, Nearest.of(name, known));
            }
            verify(name, Key.CHANNEL_PREFIX, outgoing, Key::isOutgoing);
            verify(name, Key.INCOMING_PREFIX, incoming, Key::isIncoming);
        }
    }

    private void verify(
            String name, String prefix, Map<String, Set<String>> settingsByChannel, Predicate<Key> ofEngine) {
        Optional<String> owner = channel(name, prefix)
                .map(channel -> settingsByChannel.containsKey(channel)
                        ? channel
                        : withDestinations(channel).orElse(channel));
        owner.filter(settingsByChannel::containsKey).ifPresent(channel -> {
            List<String> known = Stream.concat(keys(ofEngine).map(Key::text), settingsByChannel.get(channel).stream())
                    .map(setting -> prefix + channel + "." + setting)
                    .toList();
            if (!known.contains(name)) {
                throw ConfigErrors.unknownKey(name, Nearest.of(name, known));
            }
        });
    }

    private static Stream<Key> keys(Predicate<Key> which) {
        return Arrays.stream(Key.values()).filter(which);
    }
}
