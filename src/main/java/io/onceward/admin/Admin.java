// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventPage;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.FailureGroups;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.Pause;
import io.onceward.log.Causes;
import io.onceward.log.CommonCause;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.AdminStore;
import io.onceward.queue.store.AdminStore.Found;
import io.onceward.queue.store.KeptOriginal;
import io.onceward.spi.Transactions;
import io.onceward.text.Unicode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The queues of several datasources: the outboxes, or the inbox. */
public final class Admin implements OutboxAdmin, InboxAdmin {

    /** Most events changed in one transaction. */
    private static final int CHUNK = 1000;

    /** The attempts of a transaction that conflicts with another one. */
    private static final int TRIES = 5;

    /** Most steps of a search for failures, in all queues together; each queue gets one. A step reads up to {@link #CHUNK} events. */
    private static final int MOST_STEPS = 20;

    /** Most groups of failures. */
    private static final int MOST_GROUPS = 100;

    /** The header of an edited event, and that of its original. Both have the id of the edit. */
    private static final String EDIT = "onceward_edit";

    private static final String ORIGINAL_OF = "onceward_original_of";

    private final Side side;
    private final Supplier<Collection<AdminStore>> stores;
    private final Function<String, Collection<String>> known;
    private final Transactions transactions;
    private final Runnable afterChange;
    private final Consumer<String> beforePause;
    private final StoredPayloads payloads;
    private final Cached<List<Backlog>> backlog;

    /**
     * @param side the side of the queues
     * @param known the queues that a datasource has for this application, even without rows
     * @param beforePause refuses queues that can't be paused
     * @param refresh how old figures may be
     * @param payloads decodes the payloads of rows
     */
    public Admin(
            Side side,
            Supplier<Collection<AdminStore>> stores,
            Function<String, Collection<String>> known,
            Transactions transactions,
            Runnable afterChange,
            Consumer<String> beforePause,
            Duration refresh,
            StoredPayloads payloads) {
        this.side = side;
        this.stores = stores;
        this.known = known;
        this.transactions = transactions;
        this.afterChange = afterChange;
        this.beforePause = beforePause;
        this.payloads = payloads;
        this.backlog = new Cached<>(this::count, refresh);
    }

    @Override
    public List<Backlog> backlog() {
        return backlog.get();
    }

    private List<Backlog> count() {
        List<Backlog> all = new ArrayList<>();
        for (AdminStore store : stores.get()) {
            all.addAll(inNew("count events", () -> store.backlog(known.apply(store.datasource()))));
        }
        return List.copyOf(all);
    }

    @Override
    public EventPage find(EventFilter filter, String cursor, int limit) {
        Objects.requireNonNull(filter, "filter");
        if (limit < 1 || limit > MAX_PAGE) {
            throw AdminErrors.illegalPageSize(limit, MAX_PAGE);
        }
        Cursor start = cursor == null ? null : Cursor.of(cursor);
        List<AdminStore> left = new ArrayList<>(stores.get());
        if (start != null) {
            while (!left.isEmpty() && !left.get(0).datasource().equals(start.datasource())) {
                left.remove(0);
            }
            if (left.isEmpty()) {
                throw AdminErrors.illegalCursor();
            }
        }
        left.removeIf(store -> !takes(filter, store));
        List<EventSummary> events = new ArrayList<>();
        while (!left.isEmpty()) {
            AdminStore store = left.remove(0);
            boolean first = start != null && store.datasource().equals(start.datasource());
            long after = first ? start.position() : 0;
            int room = limit - events.size();
            Found found = inNew("find events", () -> store.find(filter, after, room));
            events.addAll(found.events());
            if (found.more()) {
                return new Page(events, new Cursor(store.datasource(), found.last()).text());
            }
            if (events.size() == limit && !left.isEmpty()) {
                return new Page(events, new Cursor(left.get(0).datasource(), 0).text());
            }
        }
        return new Page(events, null);
    }

    /** Returns whether the store may have rows that match the filter; no database stores an unstorable text. */
    private static boolean takes(EventFilter filter, AdminStore store) {
        boolean here = filter.datasource() == null || filter.datasource().equals(store.datasource());
        return here
                && Stream.of(filter.id(), filter.queue(), filter.type(), filter.key(), filter.error())
                        .filter(Objects::nonNull)
                        .allMatch(Unicode::isStorable);
    }

    @Override
    public Optional<EventDetails> show(String datasource, long position) {
        return store(datasource).flatMap(store -> inNew("show an event", () -> store.show(position)));
    }

    @Override
    public Optional<byte[]> payload(String datasource, long position) {
        return store(datasource)
                .flatMap(store -> inNew("read a payload", () -> store.event(position)))
                .map(this::decoded);
    }

    @Override
    public boolean isEditable(String datasource, long position) {
        return store(datasource)
                .filter(store -> inNew("show an event", () -> store.show(position))
                        .map(EventDetails::summary)
                        .filter(event -> event.state() == EventState.PARKED && !KeptOriginal.is(event))
                        .isPresent())
                .flatMap(store -> inNew("read a payload", () -> store.event(position)))
                .filter(this::isDecodable)
                .isPresent();
    }

    private boolean isDecodable(RecordedEvent event) {
        try {
            payloads.decode(event);
            return true;
        } catch (OncewardException e) {
            return false;
        }
    }

    private byte[] decoded(RecordedEvent event) {
        try {
            return payloads.decode(event).payload();
        } catch (OncewardException e) {
            return event.payload(); // its error, and the header with the codecs, are among its details
        }
    }

    private Optional<AdminStore> store(String datasource) {
        Objects.requireNonNull(datasource, "datasource");
        return stores.get().stream()
                .filter(store -> store.datasource().equals(datasource))
                .findFirst();
    }

    @Override
    public FailureGroups failures(EventFilter filter) {
        Objects.requireNonNull(filter, "filter");
        Set<EventState> states = EnumSet.of(EventState.PARKED, EventState.RETRYING);
        if (!filter.states().isEmpty()) {
            states.retainAll(filter.states());
        }
        List<Backlog> failing = backlog().stream()
                .filter(queue -> failed(queue) > 0)
                .filter(queue -> filter.queue() == null || filter.queue().equals(queue.queue()))
                .filter(queue ->
                        filter.datasource() == null || filter.datasource().equals(queue.datasource()))
                .sorted(Comparator.comparingLong(Admin::failed).reversed())
                .toList();
        List<Failure> all = new ArrayList<>();
        boolean complete = failing.size() <= MOST_STEPS;
        for (Backlog queue :
                states.isEmpty() ? List.<Backlog>of() : failing.subList(0, Math.min(failing.size(), MOST_STEPS))) {
            Map<String, Failure> found = new HashMap<>();
            boolean more = search(queue, filter, states, MOST_STEPS / failing.size(), found);
            found.values().forEach(failure -> all.add(more ? failure.andMore() : failure));
            complete &= !more;
        }
        all.sort(Comparator.comparingLong(Failure::count).reversed());
        return new Failures(
                List.copyOf(all.subList(0, Math.min(all.size(), MOST_GROUPS))), complete && all.size() <= MOST_GROUPS);
    }

    private static long failed(Backlog queue) {
        return queue.parked() + queue.retrying();
    }

    /** Groups the failed events of a queue; returns whether there may be more. */
    private boolean search(
            Backlog queue, EventFilter searched, Set<EventState> states, int steps, Map<String, Failure> groups) {
        EventFilter filter = searched.withQueue(queue.queue()).withStates(states);
        AdminStore store = store(queue.datasource()).orElseThrow();
        long after = 0;
        boolean more = takes(filter, store);
        for (int step = 0; more && step < Math.max(steps, 1); step++) {
            long from = after;
            Found found = inNew("find events", () -> store.find(filter, from, CHUNK));
            for (EventSummary event : found.events()) {
                Failure failure = Failure.of(searched, CommonCause.of(event.error()), event);
                groups.merge(failure.cause(), failure, Failure::and);
            }
            after = found.last();
            more = found.more();
        }
        return more;
    }

    @Override
    public int requeue(EventFilter filter, String by) {
        return change(amongParked(filter), AdminStore::requeue, by, AdminLog::requeued);
    }

    @Override
    public int discard(EventFilter filter, String by) {
        return change(amongParked(filter), AdminStore::discard, by, AdminLog::discarded);
    }

    /** Has a cause not looked for among the events that wait, which may be millions. */
    private static EventFilter amongParked(EventFilter filter) {
        Objects.requireNonNull(filter, "filter");
        return filter.cause() != null && filter.states().isEmpty() ? filter.parked() : filter;
    }

    @Override
    public int purge(EventFilter filter, String by) {
        Objects.requireNonNull(filter, "filter");
        if (filter.queue() == null) {
            throw AdminErrors.purgeWithoutQueue();
        }
        return change(filter, AdminStore::purge, by, AdminLog::purged);
    }

    @Override
    public String requeueEdited(String datasource, long position, byte[] seen, byte[] payload, String by) {
        Objects.requireNonNull(seen, "seen");
        Objects.requireNonNull(payload, "payload");
        String who = Text.name(by);
        AdminStore store = store(datasource).orElseThrow(() -> AdminErrors.notEditable(datasource, position));
        EventDetails details = inNew("show an event", () -> store.show(position))
                .orElseThrow(() -> AdminErrors.notEditable(datasource, position));
        RecordedEvent row = inNew("read a payload", () -> store.event(position))
                .orElseThrow(() -> AdminErrors.notEditable(datasource, position));
        RecordedEvent original = decodedForEditing(row);
        if (!Arrays.equals(original.payload(), seen)) {
            throw AdminErrors.notEditable(datasource, position);
        }
        EditedPayload.refusal(seen, row.contentType(), payload, payloads.largest())
                .ifPresent(why -> {
                    throw AdminErrors.illegalPayload(row.id(), why);
                });
        String edit = UUID.randomUUID().toString();
        RecordedEvent edited = with(EDIT, edit, original).withPayload(payload.clone(), row.contentType());
        RecordedEvent encoded = StoredPayloads.isEncoded(row)
                ? payloads.encode(row.headers().get(StoredPayloads.HEADER), edited)
                : edited;
        RecordedEvent kept = with(ORIGINAL_OF, edit, row).withoutKey();
        String error = AdminErrors.keptOriginal(
                Causes.rootCause(String.valueOf(details.summary().error())));
        try {
            if (!inNew("requeue an event", () -> store.replace(position, encoded, kept, error))) {
                throw AdminErrors.notEditable(datasource, position);
            }
        } finally {
            backlog.forget();
            afterChange.run();
        }
        AdminLog.edited(
                who,
                side.text(),
                Text.shown(details.summary().queue()),
                Text.shown(row.id()),
                edit,
                seen.length,
                payload.length);
        return edit;
    }

    /** @throws OncewardException an invalid call if no node can decode it */
    private RecordedEvent decodedForEditing(RecordedEvent row) {
        try {
            return payloads.decode(row);
        } catch (OncewardException e) {
            throw Causes.isPassing(e) ? e : AdminErrors.undecodablePayload(row.id(), e);
        }
    }

    private static RecordedEvent with(String header, String value, RecordedEvent event) {
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        headers.put(header, value);
        return event.withHeaders(headers);
    }

    /** A change of some events of one queue. */
    @FunctionalInterface
    private interface Change {
        Found on(AdminStore store, EventFilter filter, long after, int limit);
    }

    /** The log message of a change. */
    @FunctionalInterface
    private interface Audit {
        void log(Command command, int count, List<String> ids);
    }

    private int change(EventFilter filter, Change change, String by, Audit audit) {
        Objects.requireNonNull(filter, "filter");
        String who = Text.name(by);
        AuditedChange done = new AuditedChange();
        try {
            for (AdminStore store : stores.get()) {
                if (takes(filter, store)) {
                    change(store, filter, change, done);
                }
            }
        } finally {
            if (done.count > 0) {
                audit.log(new Command(who, side.text(), Text.of(filter)), done.count, done.firstIds);
            }
            backlog.forget();
            afterChange.run();
        }
        return done.count;
    }

    /** The changes made so far, also if the rest fails. */
    private static final class AuditedChange {

        /** The maximum number of ids in the log message. */
        private static final int NAMED = 20;

        private final List<String> firstIds = new ArrayList<>();
        private int count;

        void add(List<EventSummary> events) {
            count += events.size();
            events.stream().limit(NAMED - firstIds.size()).forEach(event -> firstIds.add(Text.shown(event.id())));
        }
    }

    private void change(AdminStore store, EventFilter filter, Change change, AuditedChange done) {
        long after = 0;
        boolean more = true;
        while (more) {
            long from = filter.cause() == null ? after : beforeNext(store, filter, after);
            if (from == Long.MAX_VALUE) {
                return;
            }
            Found found = inNew("change events", () -> change.on(store, filter, from, CHUNK));
            done.add(found.events());
            after = found.last();
            more = found.more();
        }
    }

    /** Returns a position behind which the next event of a cause may be. Finds it without locks, also behind many others. */
    private long beforeNext(AdminStore store, EventFilter filter, long after) {
        long before = after;
        boolean more = true;
        while (more) {
            long from = before;
            Found found = inNew("find events", () -> store.find(filter, from, 1));
            before = found.events().isEmpty() ? found.last() : found.last() - 1;
            more = found.events().isEmpty() && found.more();
        }
        return before;
    }

    @Override
    public boolean pause(String queue, String by) {
        String who = Text.name(by);
        verifyName(queue);
        beforePause.accept(queue);
        if (stores.get().stream().noneMatch(store -> exists(store, queue))) {
            throw AdminErrors.unknownQueue(side.queueKind(), Text.shown(queue));
        }
        boolean done = everywhere(store -> !isPaused(store, queue) && pause(store, queue, who));
        if (done) {
            AdminLog.paused(who, side.text(), Text.shown(queue));
        }
        return done;
    }

    private boolean pause(AdminStore store, String queue, String who) {
        try {
            inNew("pause", () -> {
                store.pause(queue, who);
                return null;
            });
            return true;
        } catch (OncewardException e) {
            if (Causes.breaksConstraint(e)) {
                return false; // another was quicker, and may have resumed the queue since
            }
            throw e;
        }
    }

    private boolean isPaused(AdminStore store, String queue) {
        return pausedIn(store).stream().anyMatch(pause -> pause.queue().equals(queue));
    }

    private boolean exists(AdminStore store, String queue) {
        return known.apply(store.datasource()).contains(queue) || inNew("look for a queue", () -> store.exists(queue));
    }

    @Override
    public boolean resume(String queue, String by) {
        String who = Text.name(by);
        verifyName(queue);
        boolean done = everywhere(store -> inNew("resume", () -> store.resume(queue)));
        if (done) {
            AdminLog.resumed(who, side.text(), Text.shown(queue));
        }
        return done;
    }

    private static void verifyName(String queue) {
        if (!QueueName.isLegal(Objects.requireNonNull(queue, "queue"))) {
            throw AdminErrors.illegalQueueName(Text.shown(queue), ColumnWidths.QUEUE);
        }
    }

    /** Each relay looks into its own datasource only. */
    private boolean everywhere(Function<AdminStore, Boolean> change) {
        boolean done = false;
        for (AdminStore store : stores.get()) {
            done |= change.apply(store);
        }
        backlog.forget();
        afterChange.run();
        return done;
    }

    @Override
    public List<Pause> paused() {
        Map<String, Pause> byQueue = new TreeMap<>();
        for (AdminStore store : stores.get()) {
            pausedIn(store).forEach(pause -> byQueue.putIfAbsent(pause.queue(), pause));
        }
        return List.copyOf(byQueue.values());
    }

    private List<Pause> pausedIn(AdminStore store) {
        return inNew("read what is paused", store::paused);
    }

    private <T> T inNew(String action, Callable<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions.inNew(work);
            } catch (OncewardException e) {
                if (attempt == TRIES || !Causes.isConflict(e)) {
                    throw e;
                }
            } catch (Exception e) {
                throw DatabaseErrors.database(action, e);
            }
        }
    }
}
