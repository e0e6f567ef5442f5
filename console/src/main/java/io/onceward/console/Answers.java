// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.Backlog;
import io.onceward.api.ContextPropagator;
import io.onceward.api.EventDetails;
import io.onceward.api.EventPage;
import io.onceward.api.EventSummary;
import io.onceward.api.FailureGroup;
import io.onceward.api.FailureGroups;
import io.onceward.api.Pause;
import io.onceward.log.Causes;
import io.onceward.log.UserInfo;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.store.Cluster;
import io.onceward.queue.store.DeclaredPolicy;
import io.onceward.queue.store.KeptOriginal;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** The answers as JSON. An absent value has no name. A position is a text, because scripts have no such numbers. */
final class Answers {

    private final JsonProvider json = JsonProvider.provider();

    JsonObjectBuilder object() {
        return json.createObjectBuilder();
    }

    /** @param now from which the ages of the facts count back */
    JsonObjectBuilder verdict(Verdict verdict, Instant now) {
        JsonArrayBuilder facts = json.createArrayBuilder();
        verdict.facts().forEach(fact -> facts.add(fact(fact, now)));
        return object().add("level", verdict.level().text()).add("facts", facts);
    }

    JsonObjectBuilder fact(Fact fact, Instant now) {
        JsonObjectBuilder object = object().add("level", fact.level().text())
                .add("text", fact.text())
                .add("headline", fact.headline())
                .add("act", fact.needsOperator());
        fact.entry().ifPresent(entry -> object.add("code", entry.anchor()).add("remedy", entry.remedy()));
        fact.cause().ifPresent(cause -> object.add("cause", cause.translated()).add("error", cause.error()));
        fact.age().ifPresent(age -> object.add("since", now.minus(age).toString()));
        fact.oldest().ifPresent(oldest -> object.add("oldestParked", oldest.toString()));
        JsonArrayBuilder affected = json.createArrayBuilder();
        fact.affected()
                .forEach(queue -> affected.add(object().add("side", queue.side().text())
                        .add("queue", queue.backlog().queue())
                        .add("waiting", queue.waiting())
                        .add("parked", queue.backlog().parked())));
        return object.add("affected", affected);
    }

    JsonObjectBuilder side(List<QueueStatus> statuses, List<Pause> paused, List<Cluster> clusters) {
        JsonArrayBuilder queues = json.createArrayBuilder();
        for (QueueStatus status : statuses) {
            Backlog backlog = status.backlog();
            JsonObjectBuilder queue = queue(status);
            clusters.stream()
                    .filter(cluster -> cluster.datasource().equals(backlog.datasource()))
                    .flatMap(cluster -> cluster.queues().stream())
                    .filter(each -> each.side() == status.side() && each.name().equals(backlog.queue()))
                    .forEach(each -> addLanes(queue, each));
            queues.add(queue);
        }
        JsonArrayBuilder pauses = json.createArrayBuilder();
        paused.forEach(pause -> pauses.add(pause(pause)));
        return object().add("queues", queues).add("paused", pauses);
    }

    private void addLanes(JsonObjectBuilder queue, Cluster.Queue found) {
        JsonObjectBuilder owned = object();
        new TreeMap<>(found.owned()).forEach(owned::add);
        queue.add("lanes", object().add("free", found.free()).add("owned", owned));
        if (found.policy() != null) {
            queue.add("policy", policy(found.policy()));
        }
    }

    private JsonObjectBuilder policy(DeclaredPolicy declared) {
        return object().add("application", declared.application())
                .add("maxAttempts", declared.policy().maxAttempts())
                .add("retryDelayMillis", declared.policy().firstDelay().toMillis())
                .add("retryMaxDelayMillis", declared.policy().maxDelay().toMillis())
                .add("onFailure", declared.policy().blockKey() ? "block-key" : "skip");
    }

    JsonArrayBuilder nodes(List<Cluster> clusters) {
        JsonArrayBuilder nodes = json.createArrayBuilder();
        for (Cluster cluster : clusters) {
            for (Cluster.Node node : cluster.nodes()) {
                JsonObjectBuilder object = object().add("datasource", cluster.datasource())
                        .add("identity", node.identity())
                        .add("self", node.identity().equals(cluster.self()))
                        .add("queues", names(node.queues().stream().sorted().toList()));
                nodes.add(add(add(object, "name", node.name()), "leaseUntil", node.until()));
            }
        }
        return nodes;
    }

    /** @param id tells it from other nodes, and from itself before it was started anew */
    JsonObjectBuilder node(Node node, String id) {
        Outages outages = node.outages();
        return object().add("id", id)
                .add("brokers", outages(outages.brokers()))
                .add("databases", outages(outages.databases()))
                .add("receivers", outages(outages.receivers()))
                .add("handlers", outages(outages.handlers()))
                .add("connections", connections(node.connections()))
                .add("captures", captures(node.captures()))
                .add("recorded", node.recorded())
                .add("published", node.published())
                .add("processed", node.processed());
    }

    private JsonArrayBuilder outages(List<Outage> outages) {
        JsonArrayBuilder array = json.createArrayBuilder();
        outages.forEach(outage -> array.add(object().add("name", outage.name())
                .add("cause", outage.cause())
                .add("ageMillis", outage.age().toMillis())
                .add("queues", names(outage.queues()))));
        return array;
    }

    private JsonArrayBuilder connections(List<BrokerConnection> connections) {
        JsonArrayBuilder array = json.createArrayBuilder();
        for (BrokerConnection connection : connections) {
            JsonObjectBuilder object = object().add("kind", connection.kind())
                    .add("name", UserInfo.hidden(connection.name()))
                    .add("direction", connection.isIncoming() ? "incoming" : "outgoing")
                    .add("channels", names(connection.channels()));
            Outage outage = connection.outage();
            if (outage != null) {
                object.add("cause", outage.cause())
                        .add("ageMillis", outage.age().toMillis());
            }
            array.add(object);
        }
        return array;
    }

    private JsonArrayBuilder captures(List<CaptureStatus> captures) {
        JsonArrayBuilder array = json.createArrayBuilder();
        captures.forEach(capture -> array.add(object().add("datasource", capture.datasource())
                .add("channels", names(capture.channels()))
                .add("losesEvents", capture.losesEvents())
                .add("status", capture.text())
                .add("note", CaptureStatus.NOT_APPLICABLE)));
        return array;
    }

    private JsonArrayBuilder names(List<String> names) {
        return json.createArrayBuilder(names);
    }

    private JsonObjectBuilder queue(QueueStatus status) {
        Backlog backlog = status.backlog();
        JsonObjectBuilder queue = object().add("datasource", backlog.datasource())
                .add("queue", backlog.queue())
                .add("pending", backlog.pending())
                .add("due", backlog.due())
                .add("delayed", backlog.delayed())
                .add("retrying", backlog.retrying())
                .add("blocked", backlog.blocked())
                .add("parked", backlog.parked())
                .add("lowerBound", backlog.isLowerBound())
                .add("paused", backlog.isPaused())
                .add("level", status.state().level().text())
                .add("status", status.text());
        if (backlog.oldestDue() != null) {
            queue.add("oldestDueMillis", backlog.oldestDue().toMillis());
        }
        return addError(queue, "lastError", backlog.lastError());
    }

    private JsonObjectBuilder pause(Pause pause) {
        return add(add(add(object(), "queue", pause.queue()), "by", pause.by()), "since", pause.since());
    }

    JsonObjectBuilder page(EventPage page) {
        JsonArrayBuilder events = json.createArrayBuilder();
        page.events().forEach(event -> events.add(summary(event)));
        return add(object().add("events", events), "next", page.next());
    }

    JsonObjectBuilder count(Count count) {
        JsonObjectBuilder object = object().add("count", count.events()).add("lowerBound", count.isLowerBound());
        return count.kept() == 0 ? object : object.add("kept", count.kept());
    }

    JsonObjectBuilder groups(FailureGroups found) {
        JsonArrayBuilder groups = json.createArrayBuilder();
        for (FailureGroup group : found.groups()) {
            JsonObjectBuilder object = object().add("datasource", group.datasource())
                    .add("queue", group.queue())
                    .add("cause", group.cause())
                    .add("parked", group.parked())
                    .add("retrying", group.retrying())
                    .add("lowerBound", group.isLowerBound());
            groups.add(add(add(object, "first", group.first()), "last", group.last())
                    .add("sample", summary(group.sample())));
        }
        return object().add("groups", groups).add("complete", found.isComplete());
    }

    private JsonObjectBuilder summary(EventSummary event) {
        JsonObjectBuilder object = object().add("datasource", event.datasource())
                .add("position", String.valueOf(event.position()))
                .add("queue", event.queue())
                .add("attempts", event.attempts());
        add(object, "id", event.id());
        add(object, "channel", event.channel());
        add(object, "handler", event.handler());
        add(object, "key", event.key());
        add(object, "type", event.type());
        add(object, "state", event.state());
        add(object, "destination", UserInfo.hidden(event.destination()));
        add(object, "createdAt", event.createdAt());
        add(object, "availableAt", event.availableAt());
        if (KeptOriginal.is(event)) {
            object.add("kept", true);
        }
        return addError(object, "error", event.error());
    }

    /** Adds an error, and its innermost cause, which is the end of a text that may be long. */
    private static JsonObjectBuilder addError(JsonObjectBuilder object, String name, String error) {
        return error == null ? object : object.add(name, error).add("rootCause", Causes.rootCause(error));
    }

    /** Returns an event without its payload and the values of its headers. */
    JsonObjectBuilder masked(EventDetails event) {
        return details(event, value -> JsonValue.NULL).add("masked", true);
    }

    /** @param edits whether the user may edit this payload */
    JsonObjectBuilder unmasked(EventDetails event, byte[] payload, boolean edits) {
        JsonObjectBuilder object = details(event, json::createValue).add("masked", false);
        if (edits) {
            object.add("digest", digest(payload));
        }
        return addPayload(object, payload);
    }

    /** Returns what tells a payload from others. */
    static String digest(byte[] payload) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has it
        }
    }

    /** The contexts of the application may name persons, so their values are never shown. */
    private JsonObjectBuilder details(EventDetails event, Function<String, JsonValue> headerValue) {
        JsonObjectBuilder headers = object();
        event.headers()
                .forEach((name, value) -> headers.add(
                        name, name.startsWith(ContextPropagator.HEADER) ? JsonValue.NULL : headerValue.apply(value)));
        JsonObjectBuilder object = object().add("summary", summary(event.summary()))
                .add("size", event.size())
                .add("headers", headers);
        return add(object, "contentType", event.contentType());
    }

    private static JsonObjectBuilder addPayload(JsonObjectBuilder object, byte[] payload) {
        try {
            return object.add(
                    "text",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(payload))
                            .toString());
        } catch (CharacterCodingException e) {
            return object.add("base64", Base64.getEncoder().encodeToString(payload));
        }
    }

    private static JsonObjectBuilder add(JsonObjectBuilder object, String name, Object value) {
        return value == null ? object : object.add(name, value.toString());
    }
}
