// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.admin.AdminErrors;
import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventPage;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.FailureGroup;
import io.onceward.api.FailureGroups;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.Pause;
import io.onceward.log.Coded;
import io.onceward.log.CommonCause;
import io.onceward.log.Kind;
import io.onceward.queue.store.KeptOriginal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** An outbox or inbox in memory, with events in each state. */
final class Rows implements OutboxAdmin, InboxAdmin {

    /** An event as an attacker would record it. */
    static final String HOSTILE =
            "<img src=x onerror=\"document.title='hacked'\"><script>document.title='hacked'</script>";

    private static final byte[] PAYLOAD = ("{\"order\":9007199254740993,\"lines\":[],\"note\":\"secret-payload "
                    + HOSTILE.replace("\"", "\\\"") + "\"}")
            .getBytes(StandardCharsets.UTF_8);

    /** The channel of the hostile event. */
    static final String IMPORTS = "imports";

    private final boolean inbox;
    private final List<EventSummary> events = new ArrayList<>();
    private final Map<String, Pause> pauses = new TreeMap<>();
    private final List<String> done = new ArrayList<>();
    private final TreeSet<String> queues = new TreeSet<>();
    private RuntimeException failure;
    private byte[] payload = PAYLOAD;
    private boolean isUndecodable;
    private String contentType = "application/json";
    private int payloadsRead;
    private boolean isComplete = true;

    private Rows(boolean inbox) {
        this.inbox = inbox;
    }

    /** Returns an outbox with three channels: one with parked events, one slow, one healthy. */
    static Rows outbox() {
        Rows rows = new Rows(false);
        rows.queues.add("audit");
        rows.add(
                130,
                "orders",
                EventState.PARKED,
                15,
                "AMQ229032: User: shop does not have permission='SEND' on address orders");
        rows.add(40, "orders", EventState.BLOCKED, 0, null);
        rows.add(
                12,
                "invoices",
                EventState.RETRYING,
                3,
                "AMQ229102: Address \"invoices\" is full. Message encode size = 1,024B");
        rows.add(4711, "shipments", EventState.PENDING, 0, null);
        rows.add(3, "shipments", EventState.DELAYED, 0, null);
        rows.add(1, IMPORTS, EventState.PARKED, 1, HOSTILE);
        return rows;
    }

    static Rows inbox() {
        Rows rows = new Rows(true);
        rows.queues.add("mail");
        rows.add(
                2,
                "billing",
                EventState.PARKED,
                15,
                "java.lang.IllegalStateException: no account 4711 <- java.sql.SQLException: no row");
        rows.add(9, "stock", EventState.PENDING, 0, null);
        rows.pause("stock", "ada");
        return rows;
    }

    /** Adds an event that was recorded just now. */
    synchronized void addPending(String queue) {
        add(1, queue, EventState.PENDING, 0, null);
    }

    /** Adds a parked event with this key. */
    synchronized void addParked(String queue, String key, String error) {
        add(queue, key, EventState.PARKED, 15, error);
    }

    private void add(int count, String queue, EventState state, int attempts, String error) {
        queues.add(queue);
        for (int i = 0; i < count; i++) {
            add(queue, queue.equals(IMPORTS) ? HOSTILE : "customer-" + i % 7, state, attempts, error);
        }
    }

    private void add(String queue, String key, EventState state, int attempts, String error) {
        long position = events.size() + 1L;
        events.add(new Event(
                "jdbc/shop",
                position,
                queue.equals(IMPORTS) ? HOSTILE : "0192f4c1-7a00-7000-8000-%012d".formatted(position),
                inbox ? "orders" : queue,
                inbox ? queue : null,
                key,
                queue.equals(IMPORTS) ? HOSTILE : "OrderPlaced",
                state,
                inbox ? queue : destination(queue),
                Instant.now().minus(Duration.ofSeconds(40L * (events.size() + 1))),
                state == EventState.DELAYED ? Instant.now().plus(Duration.ofHours(3)) : null,
                attempts,
                error));
    }

    /** Another writer has put a password into a destination. */
    private static String destination(String queue) {
        return queue.equals(IMPORTS) ? "webhook:https://user:s3cret@hooks.example.com/" : "jms:queue:" + queue;
    }

    @Override
    public synchronized List<Backlog> backlog() {
        failIfRequested();
        return queues.stream().map(this::backlog).toList();
    }

    private Backlog backlog(String queue) {
        long pending = count(queue, EventState.PENDING);
        boolean slow = queue.equals("shipments");
        return new Figures(
                "jdbc/shop",
                queue,
                pending,
                pending,
                count(queue, EventState.DELAYED),
                count(queue, EventState.RETRYING),
                count(queue, EventState.BLOCKED),
                count(queue, EventState.PARKED),
                slow,
                pending == 0 ? null : slow ? Duration.ofSeconds(754) : Duration.ofMillis(640),
                events.stream()
                        .filter(event -> event.queue().equals(queue) && event.error() != null)
                        .map(EventSummary::error)
                        .findFirst()
                        .orElse(null),
                pauses.containsKey(queue));
    }

    private long count(String queue, EventState state) {
        return events.stream()
                .filter(event -> event.queue().equals(queue) && event.state() == state)
                .count();
    }

    @Override
    public synchronized EventPage find(EventFilter filter, String cursor, int limit) {
        failIfRequested();
        List<EventSummary> found = events.stream()
                .filter(agrees(filter))
                .filter(event -> cursor == null || event.position() > Long.parseLong(cursor))
                .toList();
        List<EventSummary> page = found.stream().limit(limit).toList();
        return new Page(
                page, found.size() > limit ? String.valueOf(page.get(limit - 1).position()) : null);
    }

    @Override
    public synchronized FailureGroups failures(EventFilter filter) {
        failIfRequested();
        Map<String, List<EventSummary>> groups = events.stream()
                .filter(event -> event.state() == EventState.PARKED || event.state() == EventState.RETRYING)
                .filter(agrees(filter))
                .collect(Collectors.groupingBy(
                        event -> event.queue() + ' ' + CommonCause.of(event.error()),
                        TreeMap::new,
                        Collectors.toList()));
        return new Groups(
                groups.values().stream()
                        .<FailureGroup>map(Group::new)
                        .sorted(Comparator.comparing(group -> -group.parked() - group.retrying()))
                        .toList(),
                isComplete);
    }

    /** Has the next searches for failures stop at a bound. */
    synchronized void setIncomplete() {
        isComplete = false;
    }

    @Override
    public synchronized Optional<EventDetails> show(String datasource, long position) {
        failIfRequested();
        return events.stream()
                .filter(agrees(EventFilter.all().at(datasource, position)))
                .findFirst()
                .map(event -> new Details(
                        event,
                        contentType,
                        new TreeMap<>(
                                Map.of("tenant", "secret-tenant", "trace", HOSTILE, "context_user", "secret-user")),
                        PAYLOAD.length));
    }

    @Override
    public synchronized Optional<byte[]> payload(String datasource, long position) {
        payloadsRead++;
        return show(datasource, position).map(event -> payload.clone());
    }

    /** Gives all events a payload that is not text. */
    synchronized void makePayloadsBinary() {
        payload = new byte[] {(byte) 0xFF, 0};
    }

    /** Gives all events this payload. */
    synchronized void makePayloads(String type, String text) {
        contentType = type;
        payload = text.getBytes(StandardCharsets.UTF_8);
    }

    synchronized int payloadsRead() {
        return payloadsRead;
    }

    /** Has all payloads be damaged in their rows. */
    synchronized void makeUndecodable() {
        isUndecodable = true;
    }

    @Override
    public synchronized boolean isEditable(String datasource, long position) {
        return !isUndecodable
                && events.stream()
                        .filter(agrees(EventFilter.all().parked().at(datasource, position)))
                        .anyMatch(event -> !KeptOriginal.is(event));
    }

    @Override
    public synchronized int requeue(EventFilter filter, String by) {
        List<EventSummary> found = take("requeue", filter.parked(), by, event -> !KeptOriginal.is(event));
        found.forEach(event -> events.add(new Event(
                event.datasource(),
                event.position(),
                event.id(),
                event.channel(),
                event.handler(),
                event.key(),
                event.type(),
                EventState.PENDING,
                event.destination(),
                event.createdAt(),
                null,
                0,
                null)));
        return found.size();
    }

    @Override
    public synchronized String requeueEdited(String datasource, long position, byte[] seen, byte[] payload, String by) {
        if (!Arrays.equals(seen, this.payload)) {
            throw Coded.callError(Kind.OPERATOR, "0164", null, "The event was changed since it was shown.");
        }
        if (contentType.equals("application/json") && !new String(payload, StandardCharsets.UTF_8).startsWith("{")) {
            throw Coded.callError(Kind.OPERATOR, "0165", null, "The new payload is not JSON.");
        }
        List<EventSummary> found = events.stream()
                .filter(agrees(EventFilter.all().parked().at(datasource, position)))
                .toList();
        EventSummary event = found.get(0);
        events.removeAll(found);
        add(event.queue(), event.key(), EventState.PENDING, 0, event.error());
        add(event.queue(), null, EventState.PARKED, 0, KeptOriginal.START + "OWD-0166: This is the original");
        done.add("edit " + position + " by " + by + ": " + new String(payload, StandardCharsets.UTF_8));
        return "edit-1";
    }

    @Override
    public synchronized int discard(EventFilter filter, String by) {
        return take("discard", filter.parked(), by, event -> true).size();
    }

    @Override
    public synchronized int purge(EventFilter filter, String by) {
        EventFilter waiting = filter.withStates(EnumSet.complementOf(EnumSet.of(EventState.PARKED)));
        return take("purge", waiting, by, event -> true).size();
    }

    private List<EventSummary> take(String what, EventFilter filter, String by, Predicate<EventSummary> which) {
        failIfRequested();
        List<EventSummary> found =
                events.stream().filter(agrees(filter)).filter(which).toList();
        events.removeAll(found);
        done.add(what + " " + found.size() + " by " + by);
        return found;
    }

    @Override
    public synchronized boolean pause(String queue, String by) {
        failIfRequested();
        if (!queues.contains(queue)) {
            throw AdminErrors.unknownQueue(inbox ? "handler" : "channel", queue);
        }
        return pauses.putIfAbsent(queue, new Paused(queue, by, Instant.now())) == null;
    }

    /** Pauses a queue that is on the same tables and that this application does not know. */
    synchronized void pauseUnknown(String queue, String by) {
        pauses.put(queue, new Paused(queue, by, Instant.now()));
    }

    @Override
    public synchronized boolean resume(String queue, String by) {
        failIfRequested();
        return pauses.remove(queue) != null;
    }

    @Override
    public synchronized List<Pause> paused() {
        return List.copyOf(pauses.values());
    }

    private static Predicate<EventSummary> agrees(EventFilter filter) {
        return event -> (filter.states().isEmpty() || filter.states().contains(event.state()))
                && agrees(filter.datasource(), event.datasource())
                && agrees(filter.position(), event.position())
                && agrees(filter.id(), event.id())
                && agrees(filter.queue(), event.queue())
                && agrees(filter.type(), event.type())
                && agrees(filter.key(), event.key())
                && (filter.from() == null || !event.createdAt().isBefore(filter.from()))
                && (filter.to() == null || event.createdAt().isBefore(filter.to()))
                && (filter.cause() == null || filter.cause().equals(CommonCause.of(event.error())))
                && (filter.error() == null
                        || (event.error() != null && event.error().contains(filter.error())));
    }

    private static boolean agrees(Object wanted, Object value) {
        return wanted == null || Objects.equals(wanted, value);
    }

    /** Returns the changes, in order. */
    synchronized List<String> done() {
        return List.copyOf(done);
    }

    synchronized void failWith(RuntimeException problem) {
        failure = problem;
    }

    private void failIfRequested() {
        if (failure != null) {
            throw failure;
        }
    }

    private record Event(
            String datasource,
            long position,
            String id,
            String channel,
            String handler,
            String key,
            String type,
            EventState state,
            String destination,
            Instant createdAt,
            Instant availableAt,
            int attempts,
            String error)
            implements EventSummary {

        @Override
        public String queue() {
            return handler == null ? channel : handler;
        }
    }

    private record Details(EventSummary summary, String contentType, Map<String, String> headers, int size)
            implements EventDetails {}

    private record Groups(List<FailureGroup> groups, boolean isComplete) implements FailureGroups {}

    /** A group of failures; the later events of the list were recorded earlier. */
    private record Group(List<EventSummary> events) implements FailureGroup {

        @Override
        public String datasource() {
            return sample().datasource();
        }

        @Override
        public String queue() {
            return sample().queue();
        }

        @Override
        public String cause() {
            return CommonCause.of(sample().error());
        }

        @Override
        public EventFilter filter() {
            return EventFilter.all()
                    .withDatasource(datasource())
                    .withQueue(queue())
                    .withCause(cause());
        }

        @Override
        public long parked() {
            return events.stream()
                    .filter(event -> event.state() == EventState.PARKED)
                    .count();
        }

        @Override
        public long retrying() {
            return events.size() - parked();
        }

        @Override
        public boolean isLowerBound() {
            return parked() > 100;
        }

        @Override
        public Instant first() {
            return events.get(events.size() - 1).createdAt();
        }

        @Override
        public Instant last() {
            return sample().createdAt();
        }

        @Override
        public EventSummary sample() {
            return events.get(0);
        }
    }

    private record Page(List<EventSummary> events, String next) implements EventPage {}

    private record Paused(String queue, String by, Instant since) implements Pause {}
}
