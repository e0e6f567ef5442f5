// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.config.ChannelConfig;
import io.onceward.config.ChannelDestination;
import io.onceward.config.IncomingConfig;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.MessageHandler;
import io.onceward.queue.QueueName;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.Slots;
import io.onceward.queue.relay.ParkedEvents;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.queue.store.AppendStore;
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

    /**
     * Verifies the channel for the parked events of another one.
     *
     * @param key the key that names it
     * @param datasource the datasource in which the events are parked
     * @throws io.onceward.api.OncewardException if it can't get them
     */
    void verifyParked(Key key, String channel, String datasource) {
        String to = config.value(key.text(channel)).orElse("");
        if (to.isEmpty()) {
            return;
        }
        if (parkedHandlers(to).isEmpty()) {
            throw LocalErrors.noParkedChannel(
                    key.text(channel),
                    to,
                    "it leads to no handler",
                    "Name a channel for which the application has a handler, or write local:HANDLER to name a handler of"
                            + " another application.");
        }
        parkedChannels(to).forEach(each -> config.value(Key.INCOMING_PARKED_CHANNEL.text(each))
                .ifPresent(further -> {
                    throw LocalErrors.noParkedChannel(
                            key.text(channel),
                            to,
                            "channel '" + each + "' has a parked-channel itself",
                            "Remove " + Key.INCOMING_PARKED_CHANNEL.text(each) + ".");
                }));
        if (!datasource.equals(config.inboxDatasource())) {
            throw LocalErrors.noParkedChannel(
                    key.text(channel),
                    to,
                    "the events are parked in datasource '" + datasource + "', and handlers have their queues in '"
                            + config.inboxDatasource() + "'",
                    "Use one datasource for both, or remove the key.");
        }
    }

    /** @throws io.onceward.api.OncewardException if the channel has a channel for parked events, which can get none */
    void verifyNoneParked(String channel, String why, String instead) {
        String key = Key.CHANNEL_PARKED_CHANNEL.text(channel);
        config.value(key).ifPresent(to -> {
            throw LocalErrors.noParkedChannel(key, to, why, instead);
        });
    }

    /**
     * Returns what stores the parked events of a channel for the handlers of its channel for parked events.
     *
     * @param key the key that names this channel
     * @param side the side of the channel
     * @param rows the queues of handlers
     */
    ParkedEvents handOn(Key key, String channel, Side side, AppendStore rows) {
        String to = config.value(key.text(channel)).orElse("");
        if (to.isEmpty()) {
            return ParkedEvents.KEPT;
        }
        List<String> handlers = parkedHandlers(to);
        if (handlers.isEmpty()) {
            EngineLog.noHandlerOfParked(key.text(channel), to);
            return ParkedEvents.KEPT;
        }
        return (event, error) -> {
            if (ReservedHeaders.parkedQueue(event.headers()).isEmpty()) { // what is a copy itself would go round
                rows.write(copies(event, side, error, handlers));
            }
        };
    }

    /** Returns the handlers that a {@code parked-channel} names: one, or those that the application has for a channel. */
    private List<String> parkedHandlers(String to) {
        return ChannelDestination.local(to, to)
                .map(destination ->
                        destination
                                .handler()
                                .filter(name -> QueueName.isLegal(name) && !DurableQueue.isOne(name))
                                .stream()
                                .toList())
                .orElseGet(() -> own(to));
    }

    /** Returns the channels of the application by which these handlers get messages. */
    private List<String> parkedChannels(String to) {
        List<String> named = parkedHandlers(to);
        return handlers.entrySet().stream()
                .filter(channel -> !Collections.disjoint(channel.getValue(), named))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<RecordedEvent> copies(RecordedEvent parked, Side side, String error, List<String> handlers) {
        Map<String, String> headers =
                ReservedHeaders.parked(parked.headers(), side.queueOf(parked), error, isReceived(side, parked));
        return handlers.stream().map(handler -> copy(parked, headers, handler)).toList();
    }

    private static boolean isReceived(Side side, RecordedEvent event) {
        return side == Side.INBOX && !ReservedHeaders.isLocal(event.headers());
    }

    /** Returns the row of a parked event for another handler. It keeps the channel, to which an encrypted payload is bound. */
    private static RecordedEvent copy(RecordedEvent parked, Map<String, String> headers, String handler) {
        return new RecordedEvent(
                parked.id(),
                parked.channel(),
                parked.key(),
                parked.type(),
                parked.payload(),
                parked.contentType(),
                headers,
                handler,
                Slots.of(parked.key(), parked.id()),
                null);
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
