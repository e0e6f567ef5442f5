// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.broker.MessageKinds;
import io.onceward.log.DatabaseErrors;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.queue.store.AppendStore;
import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageReader;
import io.onceward.spi.Transactions;
import io.onceward.text.Unicode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Stores received messages, one row for each handler of their channel. Thread-safe. */
public final class StoredInbox {

    private final Transactions transactions;
    private final AppendStore rows;
    private final MessageKinds kinds;
    private final Map<String, List<String>> handlers;
    private final MetricsRecorder metrics;
    private final BiConsumer<String, Set<Integer>> afterCommit;
    private final IdentityReader identityReader = new IdentityReader();
    private final Map<String, RedeliveredMessages> redelivered = new ConcurrentHashMap<>();

    /**
     * @param handlers the names of the handlers by channel
     * @param afterCommit receives the channel whose messages were stored, and their slots
     */
    public StoredInbox(
            Transactions transactions,
            AppendStore rows,
            MessageKinds kinds,
            Map<String, List<String>> handlers,
            MetricsRecorder metrics,
            BiConsumer<String, Set<Integer>> afterCommit) {
        this.transactions = transactions;
        this.rows = rows;
        this.kinds = kinds;
        this.handlers = Map.copyOf(handlers);
        this.metrics = metrics;
        this.afterCommit = afterCommit;
    }

    /**
     * Stores messages in a new transaction. A malformed message does not keep the others from being stored: if the broker
     * had to redeliver all of them, it might deliver later messages of their keys first. The broker redelivers the stored
     * messages, too, but they are not stored again.
     *
     * @throws OncewardException if not all of them were stored
     */
    public void store(String channel, List<?> messages) {
        List<String> receivers = handlers.get(channel);
        if (receivers == null) {
            throw InboxErrors.noHandler(channel);
        }
        RedeliveredMessages known = redelivered.computeIfAbsent(channel, name -> new RedeliveredMessages());
        Set<String> ids = new HashSet<>();
        List<RecordedEvent> events = new ArrayList<>(messages.size() * receivers.size());
        OncewardException refusal = null;
        for (Object message : messages) {
            try {
                List<RecordedEvent> rows = rows(channel, receivers, message);
                String id = rows.get(0).id();
                ids.add(id);
                if (!known.contains(id)) {
                    events.addAll(rows);
                }
            } catch (OncewardException e) {
                refusal = refusal == null ? e : refusal;
            }
        }
        if (!events.isEmpty()) {
            write(channel, events);
            metrics.count(Metric.RECEIVED, channel, events.size() / receivers.size());
        }
        if (refusal != null) {
            known.add(ids);
            throw refusal;
        }
        known.remove(ids);
    }

    private void write(String channel, List<RecordedEvent> events) {
        try {
            transactions.inNew(() -> {
                rows.write(events);
                return null;
            });
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("store messages of channel '" + channel + "'", e);
        }
        afterCommit.accept(channel, events.stream().map(RecordedEvent::slot).collect(Collectors.toSet()));
    }

    /** Returns the rows of a message, one for each handler. */
    private List<RecordedEvent> rows(String channel, List<String> receivers, Object message) {
        MessageKind kind =
                kinds.of(message).orElseThrow(() -> InboxErrors.unknownMessage(channel, message, kinds.adapters()));
        String id = MessageIdentities.stored(identity(channel, kind.identity(), message));
        MessageReader.Content content = read(channel, kind.reader(), message);
        String key = content.key() == null ? null : MessageIdentities.stored(content.key());
        List<RecordedEvent> events = new ArrayList<>(receivers.size());
        for (String handler : receivers) {
            events.add(new RecordedEvent(
                    id,
                    channel,
                    key,
                    fitting(content.type(), ColumnWidths.TYPE, channel),
                    content.payload(),
                    fitting(content.contentType(), ColumnWidths.CONTENT_TYPE, "application/octet-stream"),
                    content.headers(),
                    handler,
                    Slots.of(key, id),
                    null));
        }
        return events;
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
