// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Optional;

/**
 * One of the destinations of an outgoing channel that has several. Its events are a queue with its name.
 *
 * @param channel the name of the channel
 * @param name the name of the destination, unique in the channel
 * @param text the configured destination, which starts with the scheme of its adapter and a colon
 */
public record ChannelDestination(String channel, String name, String text) {

    /** The scheme of destinations without a broker. */
    private static final String LOCAL = "local";

    /** Returns the destination of a channel whose only destination needs no broker; empty if the text names another one. */
    public static Optional<ChannelDestination> local(String channel, String text) {
        return Optional.of(new ChannelDestination(channel, LOCAL, text))
                .filter(destination -> destination.text().startsWith(LOCAL + ":"));
    }

    /** Returns whether the events go to handlers without a broker. */
    public boolean isLocal() {
        return scheme().equals(LOCAL);
    }

    /** Returns the handler that a local destination names; empty if it stands for all handlers of the channel in the application. */
    public Optional<String> handler() {
        return Optional.of(text.substring(text.indexOf(':') + 1).strip()).filter(name -> !name.isEmpty());
    }

    /** Returns the name of the queue of its events: the channel, a dot, and the name of the destination. */
    public String queue() {
        return channel + "." + name;
    }

    /** Returns the scheme of the adapter that publishes to it. */
    public String scheme() {
        return text.substring(0, text.indexOf(':'));
    }
}
