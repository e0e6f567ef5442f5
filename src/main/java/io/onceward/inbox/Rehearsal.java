// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OncewardException;
import io.onceward.codec.Upcasters;
import io.onceward.log.Causes;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.queue.store.AdminStore;
import io.onceward.spi.Transactions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes the waiting and parked messages of each handler with the classes of this version of the application, before it starts, and
 * runs no handler. It reads in short transactions, and locks nothing.
 */
public final class Rehearsal {

    /** The most messages of a handler that are decoded: the start must not take long. */
    static final int MOST = 5000;

    private static final int PAGE = 100;

    private final AdminStore store;
    private final Transactions transactions;
    private final Upcasters upcasters;
    private final StoredPayloads payloads;

    /** @param payloads decodes the payloads of rows */
    public Rehearsal(AdminStore store, Transactions transactions, Upcasters upcasters, StoredPayloads payloads) {
        this.store = store;
        this.transactions = transactions;
        this.upcasters = upcasters;
        this.payloads = payloads;
    }

    /**
     * Messages of one type that a handler can't read, for the same reason.
     *
     * @param first the id of one of them
     */
    public record Finding(String handler, String type, String reason, int messages, String first) {

        @Override
        public String toString() {
            return messages + " of type '" + type + "' for handler '" + handler + "': " + reason;
        }
    }

    /** What messages must have in common to be one finding. */
    private record Group(String handler, String type, String reason) {}

    /** @throws OncewardException if the database refuses */
    public List<Finding> run(Collection<MessageHandler> handlers) {
        Map<Group, List<String>> unreadable = new LinkedHashMap<>();
        for (MessageHandler handler : handlers) {
            rehearse(handler, unreadable);
        }
        List<Finding> findings = new ArrayList<>();
        unreadable.forEach((group, ids) ->
                findings.add(new Finding(group.handler(), group.type(), group.reason(), ids.size(), ids.get(0))));
        return findings;
    }

    private void rehearse(MessageHandler handler, Map<Group, List<String>> unreadable) {
        EventFilter all = EventFilter.all().withQueue(handler.name());
        long after = Long.MIN_VALUE;
        for (int read = 0; read < MOST; read += PAGE) {
            AdminStore.Found page = page(handler, all, after, unreadable);
            if (!page.more()) {
                return;
            }
            after = page.last();
        }
        InboxLog.rehearsedInPart(handler.name(), MOST);
    }

    private AdminStore.Found page(
            MessageHandler handler, EventFilter filter, long after, Map<Group, List<String>> unreadable) {
        try {
            return transactions.inNew(() -> {
                AdminStore.Found page = store.find(filter, after, PAGE);
                for (EventSummary event : page.events()) {
                    reason(handler, event).ifPresent(reason -> unreadable
                            .computeIfAbsent(
                                    new Group(handler.name(), event.type(), reason), group -> new ArrayList<>())
                            .add(event.id()));
                }
                return page;
            });
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("read the messages of handler '" + handler.name() + "'", e);
        }
    }

    /** Returns why a message can't be read; empty if it can, or is gone. */
    private Optional<String> reason(MessageHandler handler, EventSummary event) {
        Optional<RecordedEvent> row = event.type() == null ? Optional.empty() : store.event(event.position());
        if (row.isEmpty()) {
            return Optional.empty();
        }
        RecordedEvent message;
        try {
            message = payloads.decode(row.get());
        } catch (OncewardException e) {
            return Causes.isPassing(e) ? Optional.empty() : Optional.of("its stored payload is damaged");
        }
        byte[] latest = message.payload();
        try {
            if (isTooNew(handler, message)) {
                return Optional.of("its version is later than that of the class");
            }
            latest = latest(upcasters, handler, message);
            handler.decode(latest, StoredMessageMetadata.of(message));
            return handler.difference(latest, isOwn(message));
        } catch (Exception | LinkageError | StackOverflowError e) {
            return reason(handler, message, latest, e);
        }
    }

    /** A difference says more than the exception of a codec. What a codec needs may be back when the message is handled. */
    private static Optional<String> reason(MessageHandler handler, RecordedEvent message, byte[] latest, Throwable e) {
        if (!handler.failureTypes().undecoded(handler.name(), e).isForever()) {
            return Optional.empty();
        }
        Optional<String> difference;
        try {
            difference = handler.difference(latest, isOwn(message));
        } catch (Exception | LinkageError | StackOverflowError other) {
            difference = Optional.empty();
        }
        return difference.or(() ->
                Optional.of("it can't be decoded (" + Causes.root(e).getClass().getName() + ")"));
    }

    /**
     * Returns whether a later version of the application has recorded an event. JSON-B would decode it to the earlier class, and leave out what
     * that does not know. While an application is updated node by node, such events are left to the nodes with the later version.
     */
    static boolean isTooNew(MessageHandler handler, RecordedEvent message) {
        int version = Upcasters.version(message.headers());
        return version > 1 && isOwn(message) && handler.latestVersion(message.type()) < version;
    }

    /**
     * Returns a payload in its latest version. The arguments of a durable method have no versions, whatever the call is named.
     *
     * @throws RuntimeException if an upcaster fails
     */
    static byte[] latest(Upcasters upcasters, MessageHandler handler, RecordedEvent message) {
        return DurableQueue.isCall(handler.name())
                ? message.payload()
                : upcasters.latest(message.type(), message.headers(), message.payload());
    }

    /** Returns whether the application has recorded a message itself, in an earlier form of its class. */
    static boolean isOwn(RecordedEvent message) {
        return ReservedHeaders.localDepth(message.headers()).isPresent();
    }
}
