// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the destinations of a channel from a list such as {@code kafka:orders,erp=webhook:https://erp.example/hook}. */
final class DestinationList {

    /** A comma that separates entries: no backslash precedes it. */
    private static final Pattern SEPARATOR = Pattern.compile("(?<!\\\\),");

    /** An optional name, the scheme of an adapter, and the destination in the syntax of this adapter. */
    private static final Pattern ENTRY = Pattern.compile("(?:([^:=]*)=)?(([^:=]+):.*)", Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    private final String channel;
    private final String key;
    private final Map<String, ChannelDestination> byName = new LinkedHashMap<>();

    private DestinationList(String channel, String key) {
        this.channel = channel;
        this.key = key;
    }

    /**
     * Returns the destinations in the order of the list.
     *
     * @param key the complete key of the list
     * @throws io.onceward.api.OncewardException if an entry is illegal, or two have the same name
     */
    static List<ChannelDestination> of(String channel, String key, String list) {
        DestinationList destinations = new DestinationList(channel, key);
        for (String entry : SEPARATOR.split(list, -1)) {
            destinations.add(entry.strip().replace("\\,", ","));
        }
        return List.copyOf(destinations.byName.values());
    }

    private void add(String entry) {
        if (entry.isEmpty()) {
            throw illegal(
                    entry, "it is empty; remove the comma, or write \\, for a comma that belongs to a destination");
        }
        Matcher parts = ENTRY.matcher(entry);
        if (!parts.matches()) {
            throw illegal(entry, "it has no scheme; write SCHEME:DESTINATION or NAME=SCHEME:DESTINATION");
        }
        String text = parts.group(2).strip();
        if (text.endsWith(":") && ChannelDestination.local(channel, text).isEmpty()) {
            throw illegal(entry, "it names no destination; write the destination behind the scheme");
        }
        String name = parts.group(1) == null ? parts.group(3) : parts.group(1).strip();
        if (!NAME.matcher(name).matches()) {
            throw illegal(
                    entry, "its name '" + name + "' is not made of letters, digits, '-' and '_'; write NAME=" + text);
        }
        ChannelDestination other = byName.putIfAbsent(name, new ChannelDestination(channel, name, text));
        if (other != null) {
            throw ConfigErrors.sameName(key, name, other.text(), text);
        }
    }

    private RuntimeException illegal(String entry, String why) {
        return ConfigErrors.illegalEntry(key, entry, why);
    }
}
