// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.codec.Upcasters;
import io.onceward.log.Causes;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.queue.store.AdminStore;
import io.onceward.queue.store.AdminStore.Shaped;
import io.onceward.spi.Transactions;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Decodes one waiting or parked message of each shape with the classes of this version of the application, before it starts, and runs no
 * handler. Messages without a shape, which an earlier version or another writer has stored, or whose payloads are encoded, are decoded one
 * by one. It reads in short transactions, and locks nothing.
 */
public final class Rehearsal {

    /** The most messages of a handler without a shape that are decoded: the start must not take long. */
    static final int MOST = 5000;

    /** The most events for a broker that are decoded. */
    public static final int MOST_SENT = 1000;

    /** The most shapes of a handler. */
    static final int MOST_SHAPES = 1000;

    /** The most shapes that differ only in their values: others must have their turn. */
    private static final int MOST_OF_STRUCTURE = 100;

    /** The most unreadable messages of a shape that are counted. */
    private static final int MOST_COUNTED = 100_000;

    private static final String ENVELOPE = "application/cloudevents";

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

        private Finding and(Finding more) {
            return new Finding(handler, type, reason, messages + more.messages, first);
        }

        /** Returns the number of messages, if all were counted. */
        String count() {
            return (messages < MOST_COUNTED ? "" : "at least ") + messages;
        }

        @Override
        public String toString() {
            return count() + " of type '" + type + "' for handler '" + handler + "': " + reason;
        }
    }

    /** What messages must have in common to be one finding. */
    private record Group(String handler, String type, String reason) {}

    /** @throws OncewardException if the database refuses */
    public List<Finding> run(Collection<MessageHandler> handlers) {
        Map<Group, Finding> findings = new LinkedHashMap<>();
        for (MessageHandler handler : handlers) {
            rehearse(handler, findings);
        }
        return List.copyOf(findings.values());
    }

    /**
     * Decodes events that the application has recorded for a broker from which a handler receives them. An envelope is opened by the broker's
     * adapter, so events with one are left out.
     *
     * @param reading reads the first or the last of them
     * @throws OncewardException if the database refuses
     */
    public List<Finding> sent(MessageHandler handler, Callable<List<RecordedEvent>> reading) {
        Map<Group, Finding> findings = new LinkedHashMap<>();
        for (RecordedEvent event : read(handler.name(), reading)) {
            if (event.channel().equals(handler.channel())
                    && !event.contentType().startsWith(ENVELOPE)) {
                Map<String, String> own = ReservedHeaders.local(event.headers(), 1);
                rehearse(handler, new Shaped(event.withHeaders(own), null), findings);
            }
        }
        return List.copyOf(findings.values());
    }

    private void rehearse(MessageHandler handler, Map<Group, Finding> findings) {
        String queue = handler.name();
        long bytes = 0;
        List<Shaped> others = read(queue, () -> store.shaped(queue, null, MOST));
        for (Shaped each : others) {
            bytes += each.message().payload().length;
            rehearse(handler, each, findings);
        }
        boolean isPart = others.size() == MOST || bytes >= AdminStore.MOST_BYTES;
        int read = 0;
        int alike = 0;
        long shape = Long.MIN_VALUE;
        for (List<Shaped> next = next(queue, shape); !next.isEmpty(); next = next(queue, shape)) {
            if (++read > MOST_SHAPES) {
                isPart = true;
                break;
            }
            rehearse(handler, next.get(0), findings);
            long found = next.get(0).shape();
            alike = (found | PayloadShape.VALUES) == (shape | PayloadShape.VALUES) ? alike + 1 : 1;
            isPart |= alike == MOST_OF_STRUCTURE;
            shape = alike == MOST_OF_STRUCTURE ? found | PayloadShape.VALUES : found;
        }
        if (isPart) {
            InboxLog.rehearsedInPart(queue, others.size() + read);
        }
    }

    private List<Shaped> next(String queue, long shape) {
        return read(queue, () -> store.shaped(queue, shape, 1));
    }

    private void rehearse(MessageHandler handler, Shaped each, Map<Group, Finding> findings) {
        String queue = handler.name();
        RecordedEvent message = each.message();
        String type = typeFor(handler, message);
        reason(handler, message).ifPresent(reason -> {
            int count =
                    each.shape() == null ? 1 : read(queue, () -> store.countShaped(queue, each.shape(), MOST_COUNTED));
            findings.merge(
                    new Group(queue, type, reason),
                    new Finding(queue, type, reason, count, message.id()),
                    Finding::and);
        });
    }

    private <T> T read(String queue, Callable<T> reading) {
        try {
            return transactions.inNew(reading);
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("read the messages of handler '" + queue + "'", e);
        }
    }

    /** Returns why a message can't be read; empty if it can, or if its row is malformed. */
    private Optional<String> reason(MessageHandler handler, RecordedEvent row) {
        if (row.type() == null) {
            return Optional.empty();
        }
        RecordedEvent message;
        try {
            message = payloads.decode(row);
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
     * Returns a payload in its latest version. The type of a durable method is its queue, whatever the call is named.
     *
     * @throws RuntimeException if an upcaster fails
     */
    static byte[] latest(Upcasters upcasters, MessageHandler handler, RecordedEvent message) {
        return upcasters.latest(typeFor(handler, message), message.headers(), message.payload());
    }

    private static String typeFor(MessageHandler handler, RecordedEvent message) {
        return DurableQueue.isCall(handler.name()) ? handler.name() : message.type();
    }

    /** Returns whether the application has recorded a message itself, in an earlier form of its class. */
    static boolean isOwn(RecordedEvent message) {
        return ReservedHeaders.localDepth(message.headers()).isPresent();
    }
}
