// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.broker.MessageKinds;
import io.onceward.log.Causes;
import io.onceward.log.DatabaseErrors;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.queue.relay.ParkedEvents;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.queue.store.AppendStore;
import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageReader;
import io.onceward.spi.Transactions;
import io.onceward.text.Unicode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Stores received messages, one row for each handler of their channel. Thread-safe. */
public final class StoredInbox {

    /** The header of a parked message with the key that its row does not have. */
    private static final String KEY = "onceward_key";

    private final Transactions transactions;
    private final AppendStore rows;
    private final MessageKinds kinds;
    private final Map<String, List<String>> handlers;
    private final MetricsRecorder metrics;
    private final BiConsumer<String, Set<Integer>> afterCommit;
    private final UnaryOperator<RecordedEvent> stored;
    private final ParkedEvents handOn;
    private final BiConsumer<String, String> parkedFor;
    private final IdentityReader identityReader = new IdentityReader();

    /**
     * @param handlers the names of the handlers by channel
     * @param afterCommit receives the channel whose messages were stored, and their slots
     * @param stored encodes a message for its row
     * @param handOn gets the messages that are parked
     * @param parkedFor hears the handler of each of them and the reason, after the commit
     */
    public StoredInbox(
            Transactions transactions,
            AppendStore rows,
            MessageKinds kinds,
            Map<String, List<String>> handlers,
            MetricsRecorder metrics,
            BiConsumer<String, Set<Integer>> afterCommit,
            UnaryOperator<RecordedEvent> stored,
            ParkedEvents handOn,
            BiConsumer<String, String> parkedFor) {
        this.transactions = transactions;
        this.rows = rows;
        this.kinds = kinds;
        this.handlers = Map.copyOf(handlers);
        this.metrics = metrics;
        this.afterCommit = afterCommit;
        this.stored = stored;
        this.handOn = handOn;
        this.parkedFor = parkedFor;
    }

    /**
     * Stores a message that the application has received, in a new transaction.
     *
     * @throws OncewardException if it was not stored
     */
    public void store(String channel, Object message) {
        if (!handlers.containsKey(channel)) {
            throw InboxErrors.noHandler(channel);
        }
        write(channel, 1, rows(channel, message), Map.of());
    }

    /**
     * Stores messages that Onceward has received, in a new transaction. Parks a message that can't be read or has no identity:
     * a broker that gets a message back as often as it allows may drop it.
     *
     * @return the identity of the first message that can be read, or else of the first one that was parked
     * @throws OncewardException if none of them was stored, or one can be neither read nor parked: the others are stored, and are
     *     duplicates if the broker redelivers all of them
     */
    public String receive(String channel, List<?> messages) {
        List<RecordedEvent> readable = new ArrayList<>(messages.size());
        Map<RecordedEvent, String> unreadable = new LinkedHashMap<>();
        OncewardException refusal = null;
        for (Object message : messages) {
            try {
                add(channel, message, readable, unreadable);
            } catch (OncewardException e) {
                refusal = e;
            }
        }
        if (readable.size() + unreadable.size() > 0) {
            store(channel, messages, readable, unreadable);
        }
        if (refusal != null) {
            throw refusal;
        }
        return (readable.isEmpty() ? unreadable.keySet() : readable)
                .iterator()
                .next()
                .id();
    }

    private void add(
            String channel, Object message, List<RecordedEvent> readable, Map<RecordedEvent, String> unreadable) {
        try {
            readable.addAll(rows(channel, message));
        } catch (OncewardException e) {
            unread(channel, message, e, unreadable);
        }
    }

    private void store(
            String channel, List<?> messages, List<RecordedEvent> readable, Map<RecordedEvent, String> unreadable) {
        try {
            write(channel, messages.size(), readable, unreadable);
        } catch (OncewardException e) {
            if (messages.size() > 1 || !Causes.isFaultOfMessage(e)) {
                throw e;
            }
            unreadable.clear();
            unread(channel, messages.get(0), e, unreadable);
            write(channel, 1, List.of(), unreadable);
        }
    }

    /**
     * Adds the rows of a message that is parked, with the error. They have no key, and so hold up no others.
     *
     * @throws OncewardException the refusal, if the bytes of the message can't be had
     */
    private void unread(
            String channel, Object message, OncewardException refusal, Map<RecordedEvent, String> unreadable) {
        MessageKind kind = kind(channel, message);
        MessageReader.Content content;
        try {
            content = kind.reader().unread(message).orElseThrow(() -> refusal);
        } catch (Exception e) {
            throw refusal;
        }
        Map<String, String> headers = new TreeMap<>(content.headers());
        if (content.key() != null) {
            headers.put(KEY, content.key());
        }
        String id;
        try {
            id = identity(channel, kind.identity(), message);
        } catch (OncewardException e) {
            String place = headers.get(MessageReader.PLACE);
            id = place == null ? UUID.randomUUID().toString() : place;
        }
        String error = refusal.getMessage() + " It came from " + headers.get(MessageReader.ORIGIN);
        rows(channel, id, content.withKey(null).withHeaders(headers)).forEach(row -> unreadable.put(row, error));
    }

    private MessageKind kind(String channel, Object message) {
        return kinds.of(message).orElseThrow(() -> InboxErrors.unknownMessage(channel, message, kinds.adapters()));
    }

    /** @param unreadable with their errors */
    private void write(
            String channel, int messages, List<RecordedEvent> readable, Map<RecordedEvent, String> unreadable) {
        Set<RecordedEvent> parked = new HashSet<>();
        try {
            transactions.inNew(() -> {
                rows.write(readable);
                unreadable.forEach((row, error) -> {
                    if (rows.park(row, error)) {
                        parked.add(row);
                        handOn.parked(row, error);
                    }
                });
                return null;
            });
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("store messages of channel '" + channel + "'", e);
        }
        metrics.count(Metric.RECEIVED, channel, messages);
        metrics.count(Metric.MESSAGES_PARKED, parked, RecordedEvent::destination);
        parked.forEach(row -> {
            InboxLog.parked(row.id(), row.channel(), row.destination(), unreadable.get(row));
            parkedFor.accept(row.destination(), unreadable.get(row));
        });
        afterCommit.accept(channel, readable.stream().map(RecordedEvent::slot).collect(Collectors.toSet()));
    }

    private List<RecordedEvent> rows(String channel, Object message) {
        MessageKind kind = kind(channel, message);
        String id = identity(channel, kind.identity(), message);
        return rows(channel, id, read(channel, kind.reader(), message));
    }

    /** Returns the rows of a message, one for each handler. */
    private List<RecordedEvent> rows(String channel, String identity, MessageReader.Content content) {
        String id = MessageIdentities.stored(identity);
        String key = content.key() == null ? null : MessageIdentities.stored(content.key());
        Map<String, String> headers = ReservedHeaders.received(content.headers());
        return handlers.get(channel).stream()
                .map(handler -> new RecordedEvent(
                        id,
                        channel,
                        key,
                        fitting(content.type(), ColumnWidths.TYPE, channel),
                        content.payload(),
                        fitting(content.contentType(), ColumnWidths.CONTENT_TYPE, "application/octet-stream"),
                        headers,
                        handler,
                        Slots.of(key, id),
                        null))
                .map(stored)
                .toList();
    }

    private static String fitting(String text, int max, String otherwise) {
        return text == null || text.isBlank() || text.length() > max || !Unicode.isStorable(text) ? otherwise : text;
    }

    private String identity(String channel, MessageIdentity identities, Object message) {
        try {
            return identityReader
                    .read("channel", channel, identities, message)
                    .orElseThrow(() -> InboxErrors.notStorable(
                            channel, "it has no identity; its sender can set " + identities.hint()));
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw PayloadErrors.notReadable(channel, e);
        }
    }

    private static MessageReader.Content read(String channel, MessageReader reader, Object message) {
        try {
            return reader.read(message);
        } catch (IllegalArgumentException e) {
            throw InboxErrors.notStorable(channel, e.getMessage());
        } catch (Exception e) {
            throw PayloadErrors.notReadable(channel, e);
        }
    }
}
