// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

/**
 * One of the destinations of an outgoing channel that has several. Its events are a queue with its name.
 *
 * @param channel the name of the channel
 * @param name the name of the destination, unique in the channel
 * @param text the configured destination, which starts with the scheme of its adapter and a colon
 */
public record ChannelDestination(String channel, String name, String text) {

    /** Returns the name of the queue of its events: the channel, a dot, and the name of the destination. */
    public String queue() {
        return channel + "." + name;
    }

    /** Returns the scheme of the adapter that publishes to it. */
    public String scheme() {
        return text.substring(0, text.indexOf(':'));
    }
}
