// SPDX-License-Identifier: Apache-2.0
package io.oncebox.console;

import io.oncebox.api.EventDetails;
import io.oncebox.api.EventFilter;
import io.oncebox.api.QueueAdmin;
import io.oncebox.log.Log;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The REST resource: what can be seen and done, for who may. {@code docs/console.md} describes it. */
final class Api {

    private static final int PAGE = 50;

    private static final Set<String> CHANGES = Set.of("requeue", "discard", "purge", "pause", "resume");

    private final Map<String, Supplier<? extends QueueAdmin>> queues;
    private final Supplier<Node> node;
    private final String nodeId = UUID.randomUUID().toString();
    private final Answers answers = new Answers();

    /** @param queues outbox and inbox, by their names in the address */
    Api(Map<String, Supplier<? extends QueueAdmin>> queues, Supplier<Node> node) {
        this.queues = queues;
        this.node = node;
    }

    /** @param path what stands behind {@code api/} */
    static boolean isChange(String path) {
        return CHANGES.contains(path.substring(path.indexOf('/') + 1));
    }

    JsonObject read(String path, HttpServletRequest request, Visitor visitor) {
        if (path.equals("overview")) {
            return overview(visitor);
        }
        QueueAdmin queue = queue(path);
        return switch (operation(path)) {
            case "events" -> {
                Query query = Query.ofAddress(request, with(Filters.NAMES, "cursor", "limit"));
                yield answers.page(queue.find(Filters.of(query), query.text("cursor"), limit(query)))
                        .build();
            }
            case "event" -> {
                Query query = Query.ofAddress(request, Set.of("datasource", "position"));
                yield details(queue, query, visitor);
            }
            default -> throw Refusal.nothingThere();
        };
    }

    JsonObject change(String path, HttpServletRequest request, Visitor visitor) throws IOException {
        QueueAdmin queue = queue(path);
        String operation = operation(path);
        if (operation.equals("pause") || operation.equals("resume")) {
            String line = Query.ofBody(request, Set.of("line")).required("line");
            boolean changed =
                    operation.equals("pause") ? queue.pause(line, visitor.name()) : queue.resume(line, visitor.name());
            return answers.object().add("changed", changed).build();
        }
        EventFilter filter = Filters.of(Query.ofBody(request, Filters.NAMES));
        int count =
                switch (operation) {
                    case "requeue" -> queue.requeue(filter, visitor.name());
                    case "discard" -> queue.discard(filter, visitor.name());
                    case "purge" -> queue.purge(filter, visitor.name());
                    default -> throw Refusal.nothingThere();
                };
        return answers.object().add("count", count).build();
    }

    private JsonObject overview(Visitor visitor) {
        JsonObjectBuilder overview = answers.object()
                .add("now", Instant.now().toString())
                .add("user", visitor.name())
                .add("payloads", visitor.seesPayloads())
                .add("node", answers.node(node.get(), nodeId));
        queues.forEach((name, queue) -> overview.add(name, answers.queue(queue.get())));
        return overview.build();
    }

    private JsonObject details(QueueAdmin queue, Query query, Visitor visitor) {
        EventDetails event = queue.show(query.required("datasource"), Filters.position(query))
                .orElseThrow(Refusal::nothingThere);
        if (visitor.seesPayloads()) {
            Log.payloadShown(event.summary().id(), visitor.name());
        }
        return answers.details(event, visitor.seesPayloads()).build();
    }

    private QueueAdmin queue(String path) {
        int slash = path.indexOf('/');
        Supplier<? extends QueueAdmin> queue = slash < 0 ? null : queues.get(path.substring(0, slash));
        if (queue == null) {
            throw Refusal.nothingThere();
        }
        return queue.get();
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
            // said below, as for a number that is too small or too large
        }
        throw Refusal.illegal("limit is no number from 1 to " + QueueAdmin.MAX_PAGE);
    }

    private static Set<String> with(Set<String> names, String... others) {
        Set<String> all = new HashSet<>(names);
        all.addAll(Set.of(others));
        return all;
    }
}
