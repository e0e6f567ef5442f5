// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.OncewardException;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access to the console's API and its responses. */
class ConsoleServletTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        server = ConsoleServer.withLogin();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    // ---- who

    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview", "nothing"})
    void withoutALoginItExplainsWhyItIsClosed(String path) throws Exception {
        try (ConsoleServer open = ConsoleServer.withoutLogin()) {
            HttpResponse<String> answer =
                    send(HttpRequest.newBuilder(open.address().resolve(path)));
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("OWD-0152", "login-config");
        }
    }

    /** The message names an element of web.xml. The page shows it as text. */
    @Test
    void textOfARefusalIsEscapedOnThePage() throws Exception {
        try (ConsoleServer open = ConsoleServer.withoutLogin()) {
            HttpResponse<String> page = send(HttpRequest.newBuilder(open.address()));
            assertThat(page.body())
                    .contains("Add a login with &lt;login-config&gt; in web.xml")
                    .doesNotContain("<login-config>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview", "nothing"})
    void unknownUserIsAskedToLogIn(String path) throws Exception {
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(server.address().resolve(path)));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(send(as("operator", "wrong", path)).statusCode()).isEqualTo(401);
    }

    /** The policy of the console would keep a browser from sending the form. */
    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview", "nothing"})
    void loginPageOfTheApplicationKeepsItsOwnHeaders(String path) throws Exception {
        server.showsForm = true;
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(server.address().resolve(path)));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(ConsoleServer.FORM);
        assertThat(answer.headers().map()).doesNotContainKeys("content-security-policy", "x-frame-options");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview", "nothing"})
    void userWithoutTheRoleIsRefused(String path) throws Exception {
        HttpResponse<String> answer = send(as("stranger", path));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("OWD-0153", "operators");
    }

    @Test
    void userWithoutTheRoleChangesNothing() throws Exception {
        assertThat(send(change("stranger", "api/outbox/discard", "{}")).statusCode())
                .isEqualTo(403);
        assertThat(server.outbox.done()).isEmpty();
    }

    // ---- what is seen

    @ParameterizedTest
    @ValueSource(
            strings = {"", "index.html", "console.css", "console.js", "dom.js", "api/overview", "nothing", "api/x"})
    void everyResponseForbidsFeaturesThatThePageDoesNotUse(String path) throws Exception {
        HttpResponse<String> answer = send(as("operator", path));
        assertThat(header(answer, "Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "*");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void theAddressWithoutASlashLeadsToThePage() throws Exception {
        HttpResponse<String> answer = send(as("operator", "../onceward"));
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(URI.create(header(answer, "Location")).getPath()).isEqualTo("/shop/onceward/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%2e%2e/h2.sql",
                "..%2fh2.sql",
                "h2.sql",
                "console.js/",
                "api",
                "api/",
                "api/outbox",
                "api/nothing/events",
                "api/outbox/event%00s"
            })
    void nothingElseIsThere(String path) throws Exception {
        assertThat(send(as("operator", path)).statusCode()).isIn(400, 404);
    }

    @Test
    void theOverviewHasOutboxAndInbox() throws Exception {
        JsonObject overview = json(as("operator", "api/overview"));
        assertThat(overview.getString("user")).isEqualTo("operator");
        assertThat(overview.getJsonObject("outbox").getJsonArray("queues"))
                .anySatisfy(queue ->
                        assertThat(queue.asJsonObject().getString("queue")).isEqualTo("orders"))
                .anySatisfy(queue -> assertThat(queue.asJsonObject().getInt("oldestDueMillis", 0))
                        .isEqualTo(754_000));
        assertThat(overview.getJsonObject("inbox")
                        .getJsonArray("paused")
                        .getJsonObject(0)
                        .getString("by"))
                .isEqualTo("ada");
    }

    @Test
    void overviewHasTheNodesAndForEachQueueItsPolicyAndItsLanes() throws Exception {
        JsonObject overview = json(as("operator", "api/overview"));
        assertThat(overview.getJsonArray("nodes")).hasSize(2);
        JsonObject first = overview.getJsonArray("nodes").getJsonObject(0);
        assertThat(first.getString("datasource")).isEqualTo("jdbc/shop");
        assertThat(first.getString("identity")).isEqualTo(ConsoleServer.HERE);
        assertThat(first.getString("name")).isEqualTo("shop-1");
        assertThat(first.getBoolean("self")).isTrue();
        assertThat(first.getJsonArray("queues").toString()).isEqualTo("[\"outbox:orders\",\"outbox:shipments\"]");
        assertThat(first.getString("leaseUntil"))
                .isEqualTo(server.cluster.nodes().get(0).until().toString());
        JsonObject second = overview.getJsonArray("nodes").getJsonObject(1);
        assertThat(second).doesNotContainKey("name");
        assertThat(second.getBoolean("self")).isFalse();

        JsonObject orders = queue(overview, "outbox", "orders");
        assertThat(orders.getJsonObject("lanes").toString())
                .isEqualTo("{\"free\":4,\"owned\":{\"" + ConsoleServer.HERE + "\":40,\"" + ConsoleServer.THERE
                        + "\":20}}");
        assertThat(orders.getJsonObject("policy").toString())
                .isEqualTo("{\"application\":\"shop\",\"maxAttempts\":15,\"retryDelayMillis\":1000,"
                        + "\"retryMaxDelayMillis\":600000,\"onFailure\":\"block-key\"}");
        assertThat(queue(overview, "outbox", "shipments")).containsKey("lanes").doesNotContainKey("policy");
        assertThat(queue(overview, "outbox", "audit")).doesNotContainKeys("lanes", "policy");
        assertThat(queue(overview, "inbox", "stock").getJsonObject("policy").getString("onFailure"))
                .isEqualTo("skip");
    }

    private static JsonObject queue(JsonObject overview, String side, String name) {
        return overview.getJsonObject(side).getJsonArray("queues").getValuesAs(JsonObject.class).stream()
                .filter(queue -> queue.getString("queue").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theOverviewShowsOutagesAndTheIdOfTheNode() throws Exception {
        server.brokersAway = List.of(new Outage(
                Resource.connection("jms", "jms/shop"),
                "refused",
                Duration.ofSeconds(5),
                List.of("orders", "invoices")));
        server.handlersAway = List.of(
                new Outage(Resource.handler("warehouse"), "no shelf", Duration.ofSeconds(90), List.of("warehouse")));
        JsonObject node = json(as("operator", "api/overview")).getJsonObject("node");
        assertThat(node.getJsonArray("brokers").toString())
                .isEqualTo("[{\"name\":\"jms/shop\",\"cause\":\"refused\",\"ageMillis\":5000,"
                        + "\"queues\":[\"orders\",\"invoices\"]}]");
        assertThat(node.getJsonArray("databases")).isEmpty();
        assertThat(node.getJsonArray("receivers")).isEmpty();
        assertThat(node.getJsonArray("handlers").getJsonObject(0).getString("name"))
                .isEqualTo("warehouse");
        assertThat(node.getInt("recorded")).isGreaterThanOrEqualTo(node.getInt("published"));
        assertThat(json(as("operator", "api/overview")).getJsonObject("node").getString("id"))
                .isEqualTo(node.getString("id"));
        try (ConsoleServer other = ConsoleServer.withLogin()) {
            HttpRequest.Builder request =
                    as("operator", "api/overview").uri(other.address().resolve("api/overview"));
            assertThat(json(request).getJsonObject("node").getString("id")).isNotEqualTo(node.getString("id"));
        }
    }

    @Test
    void theOverviewShowsConnectionsOfEachKind() throws Exception {
        server.connections = List.of(
                ConsoleServer.connection("jms", "jms/shop", null, "orders.jms"),
                ConsoleServer.connection(
                        "webhook",
                        "webhook erp.example.com:443",
                        new Outage(
                                Resource.connection("webhook", "webhook erp.example.com:443"),
                                "status 503",
                                Duration.ofSeconds(5),
                                List.of("orders.erp")),
                        "orders.erp"),
                new BrokerConnection("amqp", "amqp://user:s3cret@broker", true, List.of("bills"), null));
        JsonObject node = json(as("operator", "api/overview")).getJsonObject("node");
        assertThat(node.getJsonArray("connections").toString())
                .isEqualTo(
                        "[{\"kind\":\"jms\",\"name\":\"jms/shop\",\"direction\":\"outgoing\",\"channels\":[\"orders.jms\"]},"
                                + "{\"kind\":\"webhook\",\"name\":\"webhook erp.example.com:443\",\"direction\":\"outgoing\","
                                + "\"channels\":[\"orders.erp\"],\"cause\":\"status 503\",\"ageMillis\":5000},"
                                + "{\"kind\":\"amqp\",\"name\":\"amqp://…@broker\",\"direction\":\"incoming\","
                                + "\"channels\":[\"bills\"]}]");
    }

    @Test
    void theOverviewHasTheVerdictAndTheStatusOfEachQueue() throws Exception {
        JsonObject overview = json(as("operator", "api/overview"));
        JsonObject verdict = overview.getJsonObject("verdict");
        assertThat(verdict.getString("level")).isEqualTo("stuck");
        JsonObject fact = verdict.getJsonArray("facts").getJsonObject(1);
        assertThat(fact.getString("level")).isEqualTo("stuck");
        assertThat(fact.getString("text"))
                .isEqualTo("orders (outbox): 130 parked, 40 blocked. Cause: AMQ229032: User: shop does not have"
                        + " permission='SEND' on address orders");
        assertThat(fact.getString("headline")).isEqualTo("orders (outbox): 130 parked, 40 blocked");
        assertThat(fact.getBoolean("act")).isTrue();
        assertThat(fact.getString("code")).isEqualTo("event-refused-by-the-broker");
        assertThat(fact.getString("remedy")).contains("requeue parked ones");
        assertThat(fact.getJsonArray("affected").toString())
                .isEqualTo("[{\"side\":\"outbox\",\"queue\":\"orders\",\"waiting\":40,\"parked\":130}]");
        assertThat(Instant.parse(fact.getString("oldestParked")))
                .isEqualTo(server.outbox
                        .find(EventFilter.all().withQueue("orders"), null, 1)
                        .events()
                        .get(0)
                        .createdAt());
        JsonObject behind = verdict.getJsonArray("facts").getJsonObject(3);
        assertThat(Instant.parse(behind.getString("since")))
                .isEqualTo(Instant.parse(overview.getString("now")).minusSeconds(754));
        assertThat(queue(overview, "outbox", "shipments").getString("status")).isEqualTo("Behind");
        assertThat(queue(overview, "outbox", "shipments").getString("level")).isEqualTo("stuck");
        assertThat(queue(overview, "inbox", "stock").getString("status")).isEqualTo("Paused");
    }

    @Test
    void statusTellsScriptsWhetherAnOperatorIsNeeded() throws Exception {
        HttpResponse<String> stuck = send(as("operator", "api/status"));
        assertThat(stuck.statusCode()).isEqualTo(503);
        assertThat(header(stuck, "Content-Type")).isEqualTo("application/json");
        assertThat(stuck.body())
                .contains("\"level\":\"stuck\"", "imports (outbox): 1 parked", "event-refused-by-the-broker");

        server.outbox.discard(EventFilter.all(), "ada");
        server.outbox.purge(EventFilter.all().withQueue("shipments"), "ada");
        server.inbox.discard(EventFilter.all(), "ada");
        JsonObject known = json(as("operator", "api/status"));
        assertThat(known.getString("level")).as("blocked and retrying").isEqualTo("warn");

        server.outbox.purge(EventFilter.all(), "ada");
        JsonObject good = json(as("operator", "api/status"));
        assertThat(good.getString("level")).isEqualTo("good");
        assertThat(good).doesNotContainKey("code");

        server.inbox.failWith(new OncewardException("OWD-0051", "The database is unavailable", null));
        HttpResponse<String> unknown = send(as("operator", "api/status"));
        assertThat(unknown.statusCode()).isEqualTo(503);
        assertThat(header(unknown, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(unknown.body()).contains("OWD-0051").doesNotContain("level");
    }

    @Test
    void unexpectedErrorIsAProblemWithItsCode() throws Exception {
        server.outbox.failWith(new IllegalStateException("the container has stopped"));
        HttpResponse<String> answer = send(as("operator", "api/overview"));
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("OWD-1245").doesNotContain("the container has stopped");
    }

    @Test
    void errorsHaveTheirRootCause() throws Exception {
        JsonObject billing = queue(json(as("operator", "api/overview")), "inbox", "billing");
        assertThat(billing.getString("lastError"))
                .isEqualTo("java.lang.IllegalStateException: no account 4711 <- java.sql.SQLException: no row");
        assertThat(billing.getString("rootCause")).isEqualTo("java.sql.SQLException: no row");
        assertThat(json(as("operator", "api/inbox/events?states=PARKED"))
                        .getJsonArray("events")
                        .getJsonObject(0)
                        .getString("rootCause"))
                .isEqualTo("java.sql.SQLException: no row");
    }

    @Test
    void pagesFollowOneAnother() throws Exception {
        String query = "api/outbox/events?states=PARKED,BLOCKED&queue=orders&limit=100";
        JsonObject first = json(as("operator", query));
        assertThat(first.getJsonArray("events")).hasSize(100);
        JsonObject second = json(as("operator", query + "&cursor=" + first.getString("next")));
        assertThat(second.getJsonArray("events")).hasSize(70);
        assertThat(second.containsKey("next")).isFalse();
    }

    @Test
    void eventsOfAFilterAreCounted() throws Exception {
        assertThat(send(as("operator", "api/outbox/count?states=PARKED&queue=orders"))
                        .body())
                .isEqualTo("{\"count\":130,\"lowerBound\":false}");
        assertThat(send(as("operator", "api/outbox/count?states=PENDING")).body())
                .isEqualTo("{\"count\":4711,\"lowerBound\":false}");
        assertThat(send(as("operator", "api/outbox/count?queue=letters")).body())
                .isEqualTo("{\"count\":0,\"lowerBound\":false}");
        server.outbox.addParked("letters", null, "Original: OWD-0166: This is the original");
        server.outbox.addParked("letters", "k", "no room");
        assertThat(send(as("operator", "api/outbox/count?queue=letters")).body())
                .isEqualTo("{\"count\":2,\"lowerBound\":false,\"kept\":1}");
        for (int i = 0; i < 10_000; i++) {
            server.outbox.addPending("orders");
        }
        assertThat(send(as("operator", "api/outbox/count?states=PENDING&queue=orders"))
                        .body())
                .isEqualTo("{\"count\":10000,\"lowerBound\":false}");
        server.outbox.addPending("orders");
        assertThat(send(as("operator", "api/outbox/count?states=PENDING&queue=orders"))
                        .body())
                .isEqualTo("{\"count\":10000,\"lowerBound\":true}");
        assertThat(send(as("operator", "api/outbox/count?limit=1")).statusCode())
                .isEqualTo(400);
    }

    @Test
    void payloadAndHeadersAreMasked() throws Exception {
        String event = "api/outbox/event?datasource=jdbc/shop&position=1";
        HttpResponse<String> masked = send(as("operator", event));
        assertThat(masked.body())
                .contains("\"tenant\":null", "\"masked\":true", "\"size\":")
                .doesNotContain("secret");
        assertThat(server.outbox.payloadsRead()).isZero();
        assertThat(json(as("auditor", event)).getString("text")).contains("secret-payload");
        assertThat(json(as("auditor", event)).getJsonObject("headers").getString("tenant"))
                .isEqualTo("secret-tenant");
    }

    @Test
    void contextsAreMaskedAlsoForThoseWhoSeePayloads() throws Exception {
        String event = "api/outbox/event?datasource=jdbc/shop&position=1";
        assertThat(json(as("auditor", event)).getJsonObject("headers").isNull("context_user"))
                .isTrue();
    }

    @Test
    void anEventThatIsGoneIsNotFound() throws Exception {
        for (String event : new String[] {"datasource=jdbc/shop&position=999999", "datasource=other&position=1"}) {
            HttpResponse<String> answer = send(as("operator", "api/outbox/event?" + event));
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("OWD-0156");
        }
    }

    @Test
    void anUnavailableDatabaseIsReported() throws Exception {
        server.outbox.failWith(new OncewardException("OWD-0012", "Datasource 'x' gives no connection", null));
        HttpResponse<String> answer = send(as("operator", "api/overview"));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(header(answer, "Content-Type")).startsWith("application/problem+json");
        assertThat(answer.body()).contains("OWD-0012");
    }

    // ---- what is changed

    @Test
    void changesAreMadeInTheNameOfTheUser() throws Exception {
        assertThat(json(change("operator", "api/outbox/requeue", "{\"datasource\":\"jdbc/shop\",\"position\":\"1\"}"))
                        .getInt("count"))
                .isOne();
        assertThat(json(change("auditor", "api/outbox/discard", "{\"queue\":\"orders\"}"))
                        .getInt("count"))
                .isEqualTo(129);
        assertThat(json(change("operator", "api/outbox/purge", "{\"queue\":\"shipments\"}"))
                        .getInt("count"))
                .isEqualTo(4714);
        assertThat(server.outbox.done())
                .containsExactly("requeue 1 by operator", "discard 129 by auditor", "purge 4714 by operator");
    }

    @Test
    void secondOfTwoConcurrentChangesFindsNothingToDo() {
        Stream<CompletableFuture<HttpResponse<String>>> both = Stream.of("operator", "auditor")
                .map(user -> CLIENT.sendAsync(
                        change(user, "api/outbox/requeue", "{\"queue\":\"orders\"}")
                                .build(),
                        BodyHandlers.ofString()))
                .toList()
                .stream();
        assertThat(both.map(CompletableFuture::join).map(HttpResponse::body))
                .containsExactlyInAnyOrder("{\"count\":130}", "{\"count\":0}");
    }

    @Test
    void failuresAreGroupedByQueueAndCause() throws Exception {
        JsonObject found = json(as("operator", "api/outbox/groups"));
        assertThat(found.getBoolean("complete")).isTrue();
        JsonObject first = found.getJsonArray("groups").getJsonObject(0);
        assertThat(first.getString("datasource")).isEqualTo("jdbc/shop");
        assertThat(first.getString("queue")).isEqualTo("orders");
        assertThat(first.getString("cause")).isEqualTo(DENIED);
        assertThat(first.getInt("parked")).isEqualTo(130);
        assertThat(first.getInt("retrying")).isZero();
        assertThat(first.getBoolean("lowerBound")).isTrue();
        assertThat(Instant.parse(first.getString("first"))).isBefore(Instant.parse(first.getString("last")));
        assertThat(first.getJsonObject("sample").getString("position")).isEqualTo("1");
        assertThat(found.getJsonArray("groups")).hasSize(3);
        assertThat(json(as("operator", "api/outbox/groups?queue=invoices")).getJsonArray("groups"))
                .singleElement()
                .satisfies(group -> assertThat(group.asJsonObject().getString("cause"))
                        .isEqualTo("AMQ229102: Address … is full. Message encode size = …"));
        server.outbox.setIncomplete();
        assertThat(json(as("operator", "api/outbox/groups")).getBoolean("complete"))
                .isFalse();
    }

    private static final String DENIED = "AMQ229032: User: shop does not have permission=… on address orders";

    @Test
    void groupIsChangedInTheNameOfTheUser() throws Exception {
        server.outbox.addParked("orders", "customer-1", "no room");
        String group = "{\"datasource\":\"jdbc/shop\",\"queue\":\"orders\",\"cause\":\"" + DENIED + "\"}";
        assertThat(json(change("operator", "api/outbox/groups/requeue", group)).getInt("count"))
                .isEqualTo(130);
        assertThat(json(change("auditor", "api/outbox/groups/discard", group)).getInt("count"))
                .isZero();
        assertThat(server.outbox.done()).containsExactly("requeue 130 by operator", "discard 0 by auditor");
    }

    /** Without one of its parts, the change would be about more events. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"datasource\":\"jdbc/shop\",\"queue\":\"orders\"}",
                "{\"datasource\":\"jdbc/shop\",\"cause\":\"no\"}",
                "{\"queue\":\"orders\",\"cause\":\"no\"}",
                "{\"datasource\":\"jdbc/shop\",\"queue\":\"orders\",\"cause\":\"\"}",
                "{\"datasource\":\"jdbc/shop\",\"queue\":\"orders\",\"cause\":\"no\",\"error\":\"no\"}"
            })
    void groupNeedsAllItsParts(String group) throws Exception {
        for (String operation : List.of("requeue", "discard")) {
            HttpResponse<String> answer = send(change("operator", "api/outbox/groups/" + operation, group));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("OWD-0154");
        }
        assertThat(send(change("operator", "api/outbox/groups/purge", group)).statusCode())
                .isEqualTo(405);
        assertThat(send(as("operator", "api/outbox/groups/requeue")).statusCode())
                .isEqualTo(405);
        assertThat(server.outbox.done()).isEmpty();
    }

    private static final String FIRST = "api/outbox/event?datasource=jdbc/shop&position=1";

    private static String edit(String digest, String payload) {
        return Json.createObjectBuilder()
                .add("datasource", "jdbc/shop")
                .add("position", "1")
                .add("seen", digest)
                .add("payload", payload)
                .build()
                .toString();
    }

    @Test
    void editorRequeuesAnEventWithAnEditedPayload() throws Exception {
        String digest = json(as("editor", FIRST)).getString("digest");
        assertThat(digest).matches("[0-9a-f]{64}");
        String large = "{\"order\":\"" + "\u0001\u20ac\"".repeat(100_000) + "\"}";
        assertThat(json(change("editor", "api/outbox/edit", edit(digest, large)))
                        .getString("edit"))
                .isEqualTo("edit-1");
        assertThat(server.outbox.done()).containsExactly("edit 1 by editor: " + large);
        JsonObject kept = json(as("editor", "api/outbox/events?states=PARKED&error=OWD-0166"))
                .getJsonArray("events")
                .getJsonObject(0);
        assertThat(kept.getBoolean("kept")).isTrue();
        assertThat(json(as("editor", "api/outbox/event?datasource=jdbc/shop&position=" + kept.getString("position"))))
                .doesNotContainKey("digest");
    }

    /** Who edits must see the payload: the role of editors alone is not enough. */
    @ParameterizedTest
    @ValueSource(strings = {"operator", "auditor", "blind"})
    void userWithoutBothRolesEditsNothing(String user) throws Exception {
        String digest = json(as("editor", FIRST)).getString("digest");
        HttpResponse<String> answer = send(change(user, "api/outbox/edit", edit(digest, "{}")));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("OWD-0158");
        assertThat(json(as(user, FIRST))).doesNotContainKey("digest");
        assertThat(server.outbox.done()).isEmpty();
    }

    @Test
    void illegalEditIsRefused() throws Exception {
        String digest = json(as("editor", FIRST)).getString("digest");
        refusedEdit("OWD-0164", edit("0".repeat(64), "{}"));
        refusedEdit("OWD-0165", edit(digest, "no JSON"));
        refusedEdit("OWD-0154", edit(digest, ""));
        refusedEdit("OWD-0154", edit(digest, "{" + "x".repeat(1 << 20) + "}"));
        refusedEdit("OWD-0154", edit(digest, "{\u0000}"));
        refusedEdit("OWD-0154", "{\"datasource\":\"jdbc/shop\",\"position\":1,\"payload\":\"{}\"}");
        assertThat(send(change("editor", "api/outbox/edit", edit(digest, "{}")).setHeader("Content-Type", "text/plain"))
                        .body())
                .contains("OWD-0155");
        assertThat(server.outbox.done()).isEmpty();
    }

    @Test
    void emptyPayloadThatWasNotSeenIsNotEdited() throws Exception {
        server.outbox.makePayloads("text/plain", "");
        refusedEdit("OWD-0164", edit("0".repeat(64), "new"));
        assertThat(server.outbox.done()).isEmpty();
        json(change("editor", "api/outbox/edit", edit(json(as("editor", FIRST)).getString("digest"), "new")));
        assertThat(server.outbox.done()).hasSize(1);
    }

    /** As an editor in a browser would change them. */
    @Test
    void editThatLosesTheLineEndsOfATextIsRefused() throws Exception {
        server.outbox.makePayloads("text/plain", "one\r\ntwo\r\n");
        String digest = json(as("editor", FIRST)).getString("digest");
        refusedEdit("OWD-0154", edit(digest, "one\n2\n"));
        assertThat(server.outbox.done()).isEmpty();
        json(change("editor", "api/outbox/edit", edit(digest, "one\r\n2\r\n")));
        assertThat(server.outbox.done()).hasSize(1);
    }

    @Test
    void lineEndsOfJsonMayChange() throws Exception {
        server.outbox.makePayloads("application/json", "{\r\n}");
        json(change("editor", "api/outbox/edit", edit(json(as("editor", FIRST)).getString("digest"), "{\n}")));
        assertThat(server.outbox.done()).hasSize(1);
    }

    @Test
    void payloadThatCanNotBeDecodedHasNoDigest() throws Exception {
        server.outbox.makeUndecodable();
        assertThat(json(as("editor", FIRST))).containsKey("text").doesNotContainKey("digest");
    }

    private void refusedEdit(String code, String body) throws Exception {
        HttpResponse<String> answer = send(change("editor", "api/outbox/edit", body));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(code);
    }

    @Test
    void pausingTwiceIsReported() throws Exception {
        assertThat(json(change("operator", "api/outbox/pause", "{\"queue\":\"orders\"}"))
                        .getBoolean("changed"))
                .isTrue();
        assertThat(json(change("operator", "api/outbox/pause", "{\"queue\":\"orders\"}"))
                        .getBoolean("changed"))
                .isFalse();
        assertThat(json(change("operator", "api/outbox/resume", "{\"queue\":\"orders\"}"))
                        .getBoolean("changed"))
                .isTrue();
    }

    @Test
    void aChangeFromElsewhereIsRefused() throws Exception {
        String path = "api/outbox/discard";
        refused(change("operator", path, "{}").setHeader("Content-Type", "text/plain"));
        refused(change("operator", path, "{}").setHeader("Content-Type", "application/x-www-form-urlencoded"));
        refused(change("operator", path, "{}").header("Sec-Fetch-Site", "cross-site"));
        refused(change("operator", path, "{}").header("Sec-Fetch-Site", "same-site"));
        refused(change("operator", path, "{}").header("Origin", "https://evil.example"));
        refused(change("operator", path, "{}").header("Origin", "http://127.0.0.1:1"));
        refused(change("operator", path, "{}").header("Origin", "null"));
        refused(as("operator", path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(server.outbox.done()).isEmpty();

        String own = "http://" + server.address().getAuthority();
        assertThat(send(change("operator", path, "{}").header("Origin", own)).statusCode())
                .isEqualTo(200);
        assertThat(send(change("operator", path, "{}")
                                .header("Origin", "https://proxy.example")
                                .header("Sec-Fetch-Site", "same-origin"))
                        .statusCode())
                .isEqualTo(200);
    }

    private void refused(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("OWD-0155");
    }

    @Test
    void onlyPostChangesAnything() throws Exception {
        for (String method : new String[] {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"}) {
            HttpResponse<String> answer =
                    send(as("operator", "api/outbox/discard").method(method, HttpRequest.BodyPublishers.noBody()));
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
        }
        assertThat(send(as("operator", "api/overview").POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(405);
        assertThat(server.outbox.done()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "console.css",
                "api/overview",
                "api/status",
                "api/openapi.json",
                "api/outbox/events?limit=1",
                "nothing"
            })
    void headGivesTheHeadersOfGet(String path) throws Exception {
        HttpResponse<String> get = send(as("operator", path));
        HttpResponse<String> head = send(as("operator", path).method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(get.statusCode());
        assertThat(header(head, "Content-Type")).isEqualTo(header(get, "Content-Type"));
        assertThat(Integer.parseInt(header(head, "Content-Length"))).isPositive();
        assertThat(head.body()).isEmpty();
    }

    @Test
    void queueThatDoesNotExistIsNotPaused() throws Exception {
        HttpResponse<String> answer = send(change("operator", "api/outbox/pause", "{\"queue\":\"ordres\"}"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("OWD-0220", "There is no channel 'ordres'");
        assertThat(server.outbox.paused()).isEmpty();
    }

    // ---- bad input

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"queue\":",
                "null",
                "1",
                "{\"queues\":\"orders\"}",
                "{\"queue\":\"\"}",
                "{\"queue\":null}",
                "{\"queue\":{}}",
                "{\"queue\":[1]}",
                "{\"id\":[]}",
                "{\"id\":[\"\"]}",
                "{\"id\":[\"1\",\"2\"]}",
                "{\"states\":[]}",
                "{\"states\":[\"\"]}",
                "{\"states\":\",\"}",
                "{\"states\":[\",\"]}",
                "{\"states\":\"PARKED,\"}",
                "{\"queue\":\"orders\",\"queue\":\"letters\"}",
                "{\"queue\":\"orders\"} {}",
                "{\"queue\":1.5}",
                "{\"position\":\"x\"}",
                "{\"position\":1e30}",
                "{\"from\":\"yesterday\"}",
                "{\"states\":\"NONE\"}",
                "{\"states\":[\"PARKED\",\"' OR 1=1\"]}",
                "{\"key\":\"\\u0000\"}",
                "{\"key\":\"\\ud800\"}"
            })
    void aFilterThatIsNotUnderstoodChangesNothing(String body) throws Exception {
        HttpResponse<String> answer = send(change("operator", "api/outbox/discard", body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("OWD-0154");
        assertThat(server.outbox.done()).isEmpty();
    }

    @Test
    void aBodyWithoutEndIsRefused() throws Exception {
        String body = "{\"queue\":\"" + "x".repeat(20_000) + "\"}";
        assertThat(send(change("operator", "api/outbox/discard", body)).statusCode())
                .isEqualTo(400);
        String nested = "{\"queue\":" + "[".repeat(16_000);
        assertThat(send(change("operator", "api/outbox/discard", nested)).statusCode())
                .isEqualTo(400);
        assertThat(server.outbox.done()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=1001",
                "limit=x",
                "states=x",
                "states=PARKED;x",
                "from=1",
                "queues=x",
                "queue=a&queue=b",
                "position=x",
                "position=1",
                "%3Cscript%3E=1",
                "%F0%9F%A6%8A=1"
            })
    void aQueryThatIsNotUnderstoodIsRefused(String query) throws Exception {
        HttpResponse<String> answer = send(as("operator", "api/outbox/events?" + query));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).doesNotContain("<script");
    }

    @Test
    void hostileTextIsShownAsText() throws Exception {
        String encoded = java.net.URLEncoder.encode(Rows.HOSTILE, StandardCharsets.UTF_8);
        HttpResponse<String> answer = send(as("operator", "api/outbox/events?key=" + encoded));
        assertThat(header(answer, "Content-Type")).startsWith("application/json");
        assertThat(json(as("operator", "api/outbox/events?key=" + encoded)).getJsonArray("events"))
                .hasSize(1);
    }

    @Test
    void passwordInADestinationIsNotShown() throws Exception {
        HttpResponse<String> answer = send(as("operator", "api/outbox/events?queue=" + Rows.IMPORTS));
        assertThat(answer.body())
                .contains("\"webhook:https://…@hooks.example.com/\"")
                .doesNotContain("s3cret");
    }

    // ----

    private HttpRequest.Builder as(String user, String path) {
        return as(user, ConsoleServer.PASSWORD, path);
    }

    private HttpRequest.Builder as(String user, String password, String path) {
        String login = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(server.address() + path).normalize())
                .header("Authorization", "Basic " + login);
    }

    private HttpRequest.Builder change(String user, String path, String body) {
        return as(user, path)
                .header("Content-Type", "application/json")
                .header(SameOrigin.HEADER, "1")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static JsonObject json(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.createReader(new StringReader(answer.body())).readObject();
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }
}
