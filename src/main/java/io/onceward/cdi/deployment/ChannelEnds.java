// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.config.OncewardConfig;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The methods of the server's own Reactive Messaging, by their channels. For one thread. */
final class ChannelEnds {

    private final Map<String, String> incoming = new TreeMap<>();
    private final Map<String, String> outgoing = new TreeMap<>();

    void addIncoming(String channel, String member) {
        incoming.put(channel, member);
    }

    void addOutgoing(String channel, String member) {
        outgoing.put(channel, member);
    }

    /**
     * Refuses channels that have one end of Onceward and one of the server, if nothing says where the former leads.
     *
     * @param sending the channels on which Onceward records
     * @param receiving the channels whose messages Onceward handles
     * @throws io.onceward.api.OncewardException if there is one
     */
    void verify(OncewardConfig config, Collection<String> sending, Collection<String> receiving) {
        for (String channel : sending) {
            if (incoming.containsKey(channel) && config.isLocalByDefault(channel)) {
                throw IncomingErrors.oneEndOfServer(channel, incoming.get(channel));
            }
        }
        for (String channel : receiving) {
            if (outgoing.containsKey(channel) && !config.receives(channel)) {
                throw IncomingErrors.oneEndOfServer(channel, outgoing.get(channel));
            }
        }
    }
}
