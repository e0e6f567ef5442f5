// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.QueueAdmin;
import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The REST resource: shows and changes queues for authorized users, as {@code docs/console.md} describes. */
final class Api {

    private static final int PAGE = 50;

    /** The queues whose oldest parked event is read for an overview: an index finds it, but each takes a query. */
    private static final int PARKED_QUEUES = 10;

    /** The payload of an event that is gone. */
    private static final byte[] NOTHING = new byte[0];

    private static final Set<String> CHANGES =
            Set.of("requeue", "discard", "purge", "pause", "resume", "edit", "groups/requeue", "groups/discard");

    private final Map<Side, Supplier<? extends QueueAdmin>> sides;
    private final Supplier<Node> node;
    private final Supplier<List<Cluster>> clusters;
    private final String nodeId = UUID.randomUUID().toString();
    private final Answers answers = new Answers();

    /** @param sides the administration of each side */
    Api(Map<Side, Supplier<? extends QueueAdmin>> sides, Supplier<Node> node, Supplier<List<Cluster>> clusters) {
        this.sides = sides;
        this.node = node;
        this.clusters = clusters;
    }

    /** @param path what stands behind {@code api/} */
    static boolean isChange(String path) {
        return CHANGES.contains(path.substring(path.indexOf('/') + 1));
    }

    JsonObject read(String path, HttpServletRequest request, Visitor visitor) {
        if (path.equals("overview")) {
            return overview(visitor);
        }
        QueueAdmin admin = admin(path);
        return switch (operation(path)) {
            case "events" -> {
                Query query = Query.ofAddress(request, with(Filters.NAMES, "cursor", "limit"));
                yield answers.page(admin.find(Filters.of(query), query.text("cursor"), limit(query)))
                        .build();
            }
            case "groups" ->
                answers.groups(admin.failures(Filters.of(Query.ofAddress(request, Filters.NAMES))))
                        .build();
            case "count" ->
                answers.count(Count.of(admin, Filters.of(Query.ofAddress(request, Filters.NAMES))))
                        .build();
            case "event" -> {
                Query query = Query.ofAddress(request, Set.of("datasource", "position"));
                yield details(admin, query, visitor);
            }
            default -> throw Refusal.nothingThere();
        };
    }

    JsonObject change(String path, HttpServletRequest request, Visitor visitor) throws IOException {
        QueueAdmin admin = admin(path);
        String operation = operation(path);
        if (operation.equals("pause") || operation.equals("resume")) {
            String queue = Query.ofBody(request, Set.of("queue")).required("queue");
            boolean changed = operation.equals("pause")
                    ? admin.pause(queue, visitor.name())
                    : admin.resume(queue, visitor.name());
            return answers.object().add("changed", changed).build();
        }
        if (operation.equals("edit")) {
            return edit(admin, request, visitor);
        }
        EventFilter filter = operation.startsWith("groups/")
                ? Filters.ofGroup(Query.ofBody(request, Filters.OF_GROUP))
                : Filters.of(Query.ofBody(request, Filters.NAMES));
        int count =
                switch (operation) {
                    case "requeue", "groups/requeue" -> admin.requeue(filter, visitor.name());
                    case "discard", "groups/discard" -> admin.discard(filter, visitor.name());
                    case "purge" -> admin.purge(filter, visitor.name());
                    default -> throw Refusal.nothingThere();
                };
        return answers.object().add("count", count).build();
    }

    /** Returns the worst fact of the verdict. */
    Fact status() {
        Node here = node.get();
        return verdict(queues(here), here).worst();
    }

    JsonObject status(Fact worst) {
        Instant now = Instant.now();
        return answers.fact(worst, now).add("now", now.toString()).build();
    }

    private Map<Side, List<QueueStatus>> queues(Node here) {
        Map<Side, List<QueueStatus>> queues = new EnumMap<>(Side.class);
        sides.forEach((side, admin) -> queues.put(side, statuses(side, admin.get(), here)));
        return queues;
    }

    private static Verdict verdict(Map<Side, List<QueueStatus>> queues, Node here) {
        return Verdict.of(queues.values().stream().flatMap(List::stream).toList(), here.outages(), here.captures());
    }

    /** The role counts before the body is read: it may be large. */
    private JsonObject edit(QueueAdmin admin, HttpServletRequest request, Visitor visitor) throws IOException {
        if (!visitor.editsPayloads()) {
            throw new Refusal(403, ConsoleErrors.consoleEditForbidden());
        }
        Query query = Query.ofBody(request, Set.of("datasource", "position", "seen", Query.PAYLOAD));
        String datasource = query.required("datasource");
        long position = Filters.position(query);
        String seen = query.required("seen");
        byte[] payload = query.required(Query.PAYLOAD).getBytes(StandardCharsets.UTF_8);
        byte[] present = admin.payload(datasource, position)
                .map(bytes -> Answers.digest(bytes).equals(seen) ? bytes : other(bytes))
                .orElse(NOTHING);
        demandLineEnds(admin, datasource, position, present, payload);
        String edit = admin.requeueEdited(datasource, position, present, payload, visitor.name());
        return answers.object().add("edit", edit).build();
    }

    /** Returns a payload that differs, so the administration refuses the edit. */
    private static byte[] other(byte[] payload) {
        return Arrays.copyOf(payload, payload.length + 1);
    }

    /** A text area of a browser turns CR LF and CR into LF, which only JSON does not notice. */
    private static void demandLineEnds(
            QueueAdmin admin, String datasource, long position, byte[] present, byte[] payload) {
        if (!hasCr(present) || hasCr(payload)) {
            return;
        }
        boolean isJson = admin.show(datasource, position)
                .map(EventDetails::contentType)
                .filter(type -> type.toLowerCase(Locale.ROOT).contains("json"))
                .isPresent();
        if (!isJson) {
            throw Refusal.illegal(
                    "the present payload has CR characters, such as in line ends CR LF, and the new one has none");
        }
    }

    private static boolean hasCr(byte[] payload) {
        for (byte one : payload) {
            if (one == '\r') {
                return true;
            }
        }
        return false;
    }

    private JsonObject overview(Visitor visitor) {
        List<Cluster> found = clusters.get();
        Node here = node.get();
        Map<Side, List<QueueStatus>> queues = queues(here);
        queues.replaceAll((side, all) -> withOldestParked(all, sides.get(side).get()));
        Verdict verdict = verdict(queues, here);
        Instant now = Instant.now();
        JsonObjectBuilder overview = answers.object()
                .add("now", now.toString())
                .add("user", visitor.name())
                .add("payloads", visitor.seesPayloads())
                .add("verdict", answers.verdict(verdict, now))
                .add("node", answers.node(here, nodeId))
                .add("nodes", answers.nodes(found));
        sides.forEach((side, admin) -> overview.add(
                side.text(), answers.side(queues.get(side), admin.get().paused(), found)));
        return overview.build();
    }

    /** Reads one parked event of each of the first queues that have some. */
    private static List<QueueStatus> withOldestParked(List<QueueStatus> queues, QueueAdmin admin) {
        List<QueueStatus> read = new ArrayList<>();
        int asked = 0;
        for (QueueStatus queue : queues) {
            boolean asks = queue.backlog().parked() > 0 && asked++ < PARKED_QUEUES;
            read.add(asks ? queue.withOldestParked(oldestParked(queue.backlog(), admin)) : queue);
        }
        return read;
    }

    private static Optional<Instant> oldestParked(Backlog queue, QueueAdmin admin) {
        EventFilter filter = EventFilter.all()
                .withDatasource(queue.datasource())
                .withQueue(queue.queue())
                .parked();
        return admin.find(filter, null, 1).events().stream().findFirst().map(EventSummary::createdAt);
    }

    private static List<QueueStatus> statuses(Side side, QueueAdmin admin, Node node) {
        return admin.backlog().stream()
                .map(queue -> QueueStatus.of(side, queue, node.outages()))
                .toList();
    }

    private JsonObject details(QueueAdmin admin, Query query, Visitor visitor) {
        EventDetails event = admin.show(query.required("datasource"), Filters.position(query))
                .orElseThrow(Refusal::nothingThere);
        if (!visitor.seesPayloads()) {
            return answers.masked(event).build();
        }
        EventSummary summary = event.summary();
        byte[] payload = admin.payload(summary.datasource(), summary.position()).orElseThrow(Refusal::nothingThere);
        ConsoleLog.payloadShown(summary.id(), visitor.name());
        boolean edits = visitor.editsPayloads()
                && payload.length <= Query.MAX_PAYLOAD
                && admin.isEditable(summary.datasource(), summary.position());
        return answers.unmasked(event, payload, edits).build();
    }

    private QueueAdmin admin(String path) {
        int slash = path.indexOf('/');
        if (slash < 0) {
            throw Refusal.nothingThere();
        }
        Side side = Side.of(path.substring(0, slash)).orElseThrow(Refusal::nothingThere);
        return sides.get(side).get();
    }

    private static String operation(String path) {
        return path.substring(path.indexOf('/') + 1);
    }

    private static int limit(Query query) {
        if (query.text("limit") == null) {
            return PAGE;
        }
        try {
            int limit = Integer.parseInt(query.text("limit"));
            if (limit >= 1 && limit <= QueueAdmin.MAX_PAGE) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // reported below, as for a number that is too small or too large
        }
        throw Refusal.illegal("limit is not a number from 1 to " + QueueAdmin.MAX_PAGE);
    }

    private static Set<String> with(Set<String> names, String... others) {
        Set<String> all = new HashSet<>(names);
        all.addAll(Set.of(others));
        return all;
    }
}
