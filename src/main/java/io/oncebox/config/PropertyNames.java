// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import io.oncebox.log.DeploymentErrors;
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

/** The names of all properties, of Oncebox or not: the channels that they configure, and whether Oncebox knows them. */
public final class PropertyNames {

    private static final String RETENTION_OF_HANDLER = Key.INBOX_RETENTION.text() + ".";

    private static final Set<String> ONLY_OURS =
            Set.of(Key.CHANNEL_DATASOURCE.text(), Key.CHANNEL_TRANSACTION.text(), Key.CHANNEL_ENVELOPE.text());

    private final Set<String> names = new TreeSet<>();
    private final Function<String, Optional<String>> values;

    PropertyNames(Iterable<String> names, Function<String, Optional<String>> values) {
        names.forEach(this.names::add);
        this.values = values;
    }

    /**
     * Returns the outgoing channels that the configuration alone makes Oncebox's: it names Oncebox as their connector, or says
     * something that only Oncebox understands.
     */
    public Set<String> ownChannels() {
        return channels(Key.CHANNEL_CONNECTOR, name -> ONLY_OURS.contains(name.substring(name.lastIndexOf('.') + 1)));
    }

    /** Returns the configured outgoing channels, except those of other connectors. */
    public Set<String> allChannels() {
        return channels(Key.CHANNEL_CONNECTOR, name -> true);
    }

    /** Returns the incoming channels that the configuration names Oncebox for. */
    public Set<String> incomingChannels() {
        return channels(Key.INCOMING_CONNECTOR, name -> false);
    }

    /** @param withoutConnector whether a property makes a channel Oncebox's that names no connector */
    private Set<String> channels(Key connector, Predicate<String> withoutConnector) {
        String prefix = connector.isIncoming() ? Key.INCOMING_PREFIX : Key.CHANNEL_PREFIX;
        Set<String> channels = new TreeSet<>();
        for (String name : names) {
            channel(name, prefix)
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

    /** Returns the handlers with a retention of their own, each with its key. */
    Map<String, String> retentionsOfHandlers() {
        Map<String, String> keys = new TreeMap<>();
        names.stream()
                .filter(name -> name.startsWith(RETENTION_OF_HANDLER))
                .forEach(name -> keys.put(name.substring(RETENTION_OF_HANDLER.length()), name));
        return keys;
    }

    /**
     * Checks the names of all properties of Oncebox.
     *
     * @param global the keys of adapters that are for all channels
     * @param outgoing the outgoing channels that are Oncebox's, each with the settings of its adapter
     * @param incoming the incoming channels that are
     * @throws io.oncebox.api.OnceboxException for the first unknown one, naming the nearest that is known
     */
    public void verify(Set<String> global, Map<String, Set<String>> outgoing, Map<String, Set<String>> incoming) {
        List<String> known = Stream.concat(
                        keys(key -> !key.isOutgoing() && !key.isIncoming()).map(Key::text), global.stream())
                .toList();
        for (String name : names) {
            if (name.startsWith("oncebox.") && !known.contains(name) && !name.startsWith(RETENTION_OF_HANDLER)) {
                throw DeploymentErrors.unknownKey(name, Nearest.of(name, known));
            }
            verify(name, Key.CHANNEL_PREFIX, outgoing, Key::isOutgoing);
            verify(name, Key.INCOMING_PREFIX, incoming, Key::isIncoming);
        }
    }

    private static void verify(
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
}
