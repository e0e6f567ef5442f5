// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.config.ChannelConfig;
import io.onceward.config.ChannelDestination;
import io.onceward.config.IncomingConfig;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.MessageHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides which handlers get the events of an outgoing channel without a broker: those of the application, if neither end of the
 * channel leads elsewhere, or those that its local destinations name. Thread-safe.
 */
final class LocalChannels {

    private final OncewardConfig config;
    private final Map<String, List<String>> handlers = new TreeMap<>();

    LocalChannels(OncewardConfig config, List<MessageHandler> handlers) {
        this.config = config;
        handlers.stream().filter(handler -> !DurableQueue.isOne(handler.name())).forEach(handler -> this.handlers
                .computeIfAbsent(handler.channel(), channel -> new ArrayList<>())
                .add(handler.name()));
    }

    /** Returns the handlers; none, if the channel has no local destination. */
    List<String> handlersOf(String channel) {
        List<ChannelDestination> destinations = config.destinations(channel);
        if (destinations.isEmpty()) {
            return config.isLocalByDefault(channel) ? own(channel) : List.of();
        }
        Set<String> names = new LinkedHashSet<>();
        destinations.stream().filter(ChannelDestination::isLocal).forEach(destination -> destination
                .handler()
                .ifPresentOrElse(names::add, () -> names.addAll(own(channel))));
        return List.copyOf(names);
    }

    private List<String> own(String channel) {
        return List.copyOf(handlers.getOrDefault(channel, List.of()));
    }

    /** Returns whether no broker gets the events of a channel. */
    boolean isOnlyLocal(String channel) {
        return !handlersOf(channel).isEmpty()
                && config.destinations(channel).stream().allMatch(ChannelDestination::isLocal);
    }

    /** @throws io.onceward.api.OncewardException if a local destination of the channel can't work */
    void verify(ChannelConfig channel) {
        String name = channel.name();
        if (!handlersOf(name).isEmpty() && !channel.datasource().equals(config.inboxDatasource())) {
            throw LocalErrors.otherDatasource(
                    name, channel.datasource(), config.inboxDatasource(), Key.CHANNEL_DATASOURCE.text(name));
        }
        verifyNotReceived(name);
        boolean ownHandlers = config.destinations(name).stream()
                .anyMatch(destination ->
                        destination.isLocal() && destination.handler().isEmpty());
        if (!ownHandlers) {
            return;
        }
        if (own(name).isEmpty()) {
            throw LocalErrors.noHandler(name);
        }
        IncomingConfig incoming = config.incoming(name);
        String connector = Key.INCOMING_CONNECTOR.text(name);
        String destination = Key.INCOMING_DESTINATION.text(name);
        if (incoming.hasOtherConnector() || config.value(destination).isPresent()) {
            throw LocalErrors.receivedElsewhere(name, incoming.hasOtherConnector() ? connector : destination);
        }
    }

    /** Local events have no claims, so a handler does not recognize an event that it also gets from the broker. */
    private void verifyNotReceived(String channel) {
        List<String> local = handlersOf(channel);
        for (ChannelDestination destination : config.destinations(channel)) {
            for (Map.Entry<String, List<String>> incoming : handlers.entrySet()) {
                String from = config.value(Key.INCOMING_DESTINATION.text(incoming.getKey()))
                        .orElse("");
                if (from.equals(destination.text()) && !Collections.disjoint(incoming.getValue(), local)) {
                    throw LocalErrors.handledTwice(channel, from);
                }
            }
        }
    }
}
