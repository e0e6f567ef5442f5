// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.OncewardException;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import jakarta.json.JsonObject;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The OpenAPI document says what the REST resource does: each operation is called in each way that it answers, and each answer is held
 * against the document. What the document says beyond these answers is a mistake, too.
 */
class OpenApiTest {

    /** Refusals of the administration, which the core's tests provoke. */
    private static final Set<String> CODES_OF_THE_CORE =
            Set.of("OWD-0160", "OWD-0161", "OWD-0162", "OWD-0163", "OWD-0166");

    private static final List<String> CHANGES =
            List.of("requeue", "discard", "purge", "pause", "resume", "groups/requeue", "groups/discard", "edit");

    private static final Map<String, String> FILTER = Map.of(
            "states", "PARKED",
            "datasource", "jdbc/shop",
            "position", "1&datasource=jdbc/shop",
            "id", "1",
            "queue", "orders",
            "type", "OrderPlaced",
            "key", "customer-1",
            "from", "2026-01-31T23:59:59Z",
            "to", "2026-01-31T23:59:59Z",
            "error", "room");

    private record Exchange(String operation, int status, String type, String body) {}

    private static ConsoleServer server;
    private static Client client;
    private static String document;
    private static final List<Exchange> EXCHANGES = new ArrayList<>();

    @BeforeAll
    static void callEachOperationInEachWay() throws Exception {
        server = ConsoleServer.withLogin();
        client = new Client(server.address());
        document = client.get("operator", "openapi.json").body();
        server.captures = List.of(capture(false, "reserved"));
        askAll("operator");
        askAll(null);
        askAll("stranger");
        illegal();
        edits();
        ask("GET", "/{side}/event", "outbox/event?datasource=jdbc/shop&position=1", "auditor");
        server.outbox.makePayloadsBinary();
        ask("GET", "/{side}/event", "outbox/event?datasource=jdbc/shop&position=2", "auditor");
        ask("GET", "/{side}/event", "outbox/event?datasource=jdbc/shop&position=999999", "operator");
        foreign();
        verdicts();
        changeAll();
        failed(new OncewardException("OWD-0051", "The database is unavailable", null));
        failed(new IllegalStateException("the application stops"));
        try (ConsoleServer open = ConsoleServer.withoutLogin()) {
            Client other = client;
            client = new Client(open.address());
            askAll("operator");
            CHANGES.forEach(change -> change(change, "{}"));
            client = other;
        }
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    // ---- the comparison

    @Test
    void documentSaysWhatTheResourceAnswersAndNothingElse() {
        assertThat(complaints(document)).isEmpty();
    }

    /** Each mistake would be a lie about a part of the resource. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a member that no answer has | "rootCause": { | "innerCause": { | rootCause is not described
            a member of another type    | "lowerBound": {"type": "boolean" | "lowerBound": {"type": "string" | is not of type [string]
            a status that is not given  | "404": {"$ref": "#/components/responses/NotFound"} | "410": {"$ref": "#/components/responses/NotFound"} | GET /{side}/event 404 is not described
            a wrong path                | "/{side}/requeue" | "/{side}/retry" | POST /{side}/requeue is not described
            a value that is missing     | "stuck", "warn", "paused", "moving", "idle" | "stuck", "warn", "moving", "idle" | has the value "paused"
            a member that is demanded   | ["queues", "paused"] | ["queues", "paused", "count"] | lacks count
            a wrong media type          | "application/problem+json" | "application/json" | as application/problem+json is not described
            a code that is not given    | "OWD-0156" | "OWD-0999" | has the value "OWD-0156"
            """)
    void mistakesInTheDocumentAreFound(String what, String right, String wrong, String complaint) {
        assertThat(document).as(what).contains(right);
        assertThat(complaints(document.replace(right, wrong))).as(what).anySatisfy(found -> assertThat(found)
                .contains(complaint));
    }

    @Test
    void statementsThatNoAnswerShowsAreFound() {
        String more =
                document.replace("\"lowerBound\": {", "\"upperBound\": {\"type\": \"integer\"}, \"lowerBound\": {");
        assertThat(complaints(more)).anySatisfy(found -> assertThat(found).contains("/Count/upperBound"));
    }

    private static List<String> complaints(String document) {
        Description description = new Description(document);
        List<String> complaints = new ArrayList<>();
        EXCHANGES.forEach(exchange -> complaints.addAll(
                description.complaints(exchange.operation(), exchange.status(), exchange.type(), exchange.body())));
        description.unseen(CODES_OF_THE_CORE).forEach(each -> complaints.add("no answer shows " + each));
        return complaints;
    }

    // ---- operations and parameters

    /** An operation has its name in the class file, whoever adds it. */
    @Test
    void eachOperationIsDescribed() throws IOException {
        Set<String> found = new TreeSet<>();
        Set<String> words = words(Api.class, ConsoleServlet.class, Asset.class);
        assertThat(words).contains("events", "requeue", "overview");
        for (String word : words) {
            for (String path : List.of(word, "{side}/" + word)) {
                String address = path.replace("{side}", "inbox");
                if (client.get("operator", address).statusCode() != 404
                        && client.get("operator", address).statusCode() != 405) {
                    found.add("GET /" + path);
                    found.add("HEAD /" + path);
                    assertThat(Client.send(client.as("operator", address)
                                            .method("HEAD", HttpRequest.BodyPublishers.noBody()))
                                    .statusCode())
                            .isNotEqualTo(405);
                }
                int changed = client.change("operator", address, "{\"none\":1}").statusCode();
                if (changed != 404 && changed != 405) {
                    found.add("POST /" + path);
                }
            }
        }
        assertThat(new Description(document).operations()).containsExactlyInAnyOrderElementsOf(found);
    }

    /** Returns the words in the constants of classes. */
    private static Set<String> words(Class<?>... classes) throws IOException {
        Set<String> words = new TreeSet<>();
        for (Class<?> each : classes) {
            try (DataInputStream in = new DataInputStream(each.getResourceAsStream(each.getSimpleName() + ".class"))) {
                in.skipBytes(8);
                int constants = in.readUnsignedShort();
                for (int i = 1; i < constants; i++) {
                    int tag = in.readUnsignedByte();
                    switch (tag) {
                        case 1 -> words.add(in.readUTF().replaceFirst("^(?:/?api)?/", ""));
                        case 5, 6 -> {
                            in.skipBytes(8);
                            i++;
                        }
                        case 7, 8, 16, 19, 20 -> in.skipBytes(2);
                        case 15 -> in.skipBytes(3);
                        default -> in.skipBytes(4);
                    }
                }
            }
        }
        words.removeIf(word -> !word.matches("[a-z][A-Za-z.-]*(/[a-z]+)?"));
        return words;
    }

    @Test
    void eachParameterIsDescribed() {
        Map<String, String> values = new LinkedHashMap<>(FILTER);
        values.put("limit", "1");
        values.put("cursor", "1");
        values.put("cause", "room");
        values.put("seen", "1");
        values.put("payload", "1");
        values.put("nothing", "1");
        Description description = new Description(document);
        for (String operation : List.of("events", "groups", "count", "event")) {
            Set<String> accepted = new TreeSet<>();
            values.forEach((name, value) -> {
                String query = operation + "?" + name + "=" + value;
                if (!client.get("operator", "outbox/" + query).body().contains(name + " is not a parameter")) {
                    accepted.add(name);
                }
            });
            assertThat(description.parameters("GET /{side}/" + operation))
                    .as(operation)
                    .isEqualTo(accepted);
        }
        for (String operation : CHANGES) {
            Set<String> accepted = new TreeSet<>();
            values.forEach((name, value) -> {
                String body = "{\"" + name + "\":\"none\",\"other\":1}";
                if (!client.change("editor", "outbox/" + operation, body)
                        .body()
                        .contains(name + " is not a parameter")) {
                    accepted.add(name);
                }
            });
            assertThat(description.parameters("POST /{side}/" + operation))
                    .as(operation)
                    .isEqualTo(accepted);
        }
    }

    @Test
    void referencesLeadToSomething() {
        JsonObject all = new Description(document).document();
        Pattern.compile("\"\\$ref\": \"#([^\"]+)\"").matcher(document).results().forEach(found -> assertThat(
                        all.getValue(found.group(1)))
                .as(found.group(1))
                .isNotNull());
        assertThat(all.getString("openapi")).isEqualTo("3.1.0");
    }

    // ---- the calls

    private static void askAll(String user) {
        ask("GET", "/openapi.json", "openapi.json", user);
        ask("GET", "/overview", "overview", user);
        ask("GET", "/status", "status", user);
        for (String side : List.of("outbox", "inbox")) {
            ask("GET", "/{side}/events", side + "/events?limit=1000", user);
            ask("GET", "/{side}/events", side + "/events?states=PARKED,PENDING&limit=1", user);
            ask("GET", "/{side}/groups", side + "/groups", user);
            ask("GET", "/{side}/count", side + "/count", user);
            ask("GET", "/{side}/event", side + "/event?datasource=jdbc/shop&position=1", user);
        }
        ask("GET", "/{side}/events", "outbox/events?states=DELAYED", user);
        if (!"operator".equals(user)) {
            for (String change : CHANGES) {
                add("POST /{side}/" + change, client.change(user, "outbox/" + change, "{}"));
            }
        }
    }

    private static void illegal() {
        for (String operation : List.of("events", "groups", "count", "event")) {
            ask("GET", "/{side}/" + operation, "outbox/" + operation + "?nothing=1", "operator");
        }
        CHANGES.forEach(change -> change(change, "{\"nothing\":1}"));
        change("pause", "{\"queue\":\"ordres\"}");
    }

    private static void foreign() {
        for (String change : CHANGES) {
            HttpRequest.Builder request = client.as("operator", "outbox/" + change)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"));
            add("POST /{side}/" + change, Client.send(request));
        }
    }

    private static void changeAll() {
        change("pause", "{\"queue\":\"orders\"}");
        change("resume", "{\"queue\":\"orders\"}");
        change("groups/requeue", complete("groups/requeue"));
        change("groups/discard", complete("groups/discard"));
        change("requeue", "{\"queue\":\"orders\",\"position\":1,\"datasource\":\"jdbc/shop\"}");
        change("discard", "{\"states\":[\"PARKED\"]}");
        change("purge", "{\"queue\":\"shipments\"}");
        server.inbox.discard(EventFilter.all(), "ada");
        ask("GET", "/status", "status", "operator");
        ask("GET", "/overview", "overview", "operator");
    }

    private static void verdicts() {
        server.outbox.pause("shipments", "ada");
        server.captures = List.of(capture(true, null, new Shortcoming("There is no slot s.", true)));
        server.brokersAway = List.of(
                outage(Resource.connection("jms", "jms/shop")), outage(Resource.database("datasource 'jdbc/shop'")));
        server.handlersAway = List.of(outage(Resource.handler("billing")));
        server.connections = List.of(ConsoleServer.connection("jms", "jms/shop", server.brokersAway.get(0), "orders"));
        ask("GET", "/overview", "overview", "operator");
        server.captures = List.of(capture(true, null, new Shortcoming("Another node relays.", false)));
        server.outbox.resume("shipments", "ada");
        ask("GET", "/overview", "overview", "operator");
        server.brokersAway = List.of();
        server.handlersAway = List.of();
        server.captures = List.of();
        server.outbox.purge(EventFilter.all().withQueue("invoices"), "ada");
        server.outbox.discard(EventFilter.all().withQueue("orders"), "ada");
        ask("GET", "/overview", "overview", "operator");
        server.outbox.addParked("orders", "customer-1", "no room");
    }

    private static void failed(RuntimeException failure) {
        server.outbox.failWith(failure);
        server.inbox.failWith(failure);
        for (String path : List.of("/overview", "/status", "/{side}/events", "/{side}/groups", "/{side}/count")) {
            ask("GET", path, path.substring(1).replace("{side}", "outbox"), "operator");
        }
        ask("GET", "/{side}/event", "outbox/event?datasource=jdbc/shop&position=1", "operator");
        CHANGES.forEach(change -> change(change, complete(change)));
        server.outbox.failWith(null);
        server.inbox.failWith(null);
    }

    private static void change(String operation, String body) {
        String user = operation.equals("edit") ? "editor" : "operator";
        add("POST /{side}/" + operation, client.change(user, "outbox/" + operation, body));
    }

    /** Returns a body with all that a change demands. */
    private static String complete(String change) {
        return switch (change) {
            case "pause", "resume" -> "{\"queue\":\"orders\"}";
            case "groups/requeue", "groups/discard" ->
                "{\"datasource\":\"jdbc/shop\",\"queue\":\"orders\",\"cause\":\"no room\"}";
            case "edit" -> edit("0", "{}");
            default -> "{}";
        };
    }

    private static String edit(String seen, String payload) {
        return "{\"datasource\":\"jdbc/shop\",\"position\":1,\"seen\":\"" + seen + "\",\"payload\":\"" + payload
                + "\"}";
    }

    private static void edits() {
        HttpResponse<String> shown = client.get("editor", "outbox/event?datasource=jdbc/shop&position=1");
        add("GET /{side}/event", shown);
        String seen = new Description(shown.body()).document().getString("digest");
        add("POST /{side}/edit", client.change("operator", "outbox/edit", edit(seen, "{}")));
        change("edit", edit("0", "{}"));
        change("edit", edit(seen, "no JSON"));
        change("edit", edit(seen, "{}"));
        ask("GET", "/{side}/events", "outbox/events?error=OWD-0166", "operator");
        ask("GET", "/{side}/count", "outbox/count?error=OWD-0166", "operator");
    }

    private static void ask(String method, String operation, String path, String user) {
        add(method + " " + operation, client.get(user, path));
    }

    private static void add(String operation, HttpResponse<String> answer) {
        String type = answer.headers().firstValue("Content-Type").orElse("");
        EXCHANGES.add(new Exchange(operation, answer.statusCode(), type, answer.body()));
    }

    private static Outage outage(Resource resource) {
        return new Outage(resource, "refused", Duration.ofSeconds(5), List.of("audit"));
    }

    private static CaptureStatus capture(boolean isActive, String walStatus, Shortcoming... shortcomings) {
        Slot slot = new Slot("s", isActive, walStatus, 4711, Duration.ofMinutes(2));
        return new CaptureStatus(
                "jdbc/shop", List.of("orders"), new CaptureReading(List.of(shortcomings), Optional.of(slot)));
    }
}
