// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.EngineOnly;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.support.Await;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.BooleanSupplier;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An operator finds and repairs stuck messages with the console alone. */
@EngineOnly
@OutsideBroker
class FirstAidScenario {

    private static final String APPLICATION = "first_aid";

    /** Longer than the longest time that a circuit breaker stays open. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static Door database;
    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        Fixtures fixtures = Fixtures.current();
        database = new Door(fixtures.postgresPort());
        database.open();
        server = ServerUnderTest.current()
                .start(
                        fixtures.artemisPort(),
                        database.port(),
                        Deployments.configured(
                                        Deployments.withConsole(
                                                Deployments.application(APPLICATION, Clinic.class, Clinic.Ward.class)),
                                        "onceward.schema=create",
                                        "onceward.datasource=jdbc/postgresql",
                                        "onceward.table-prefix=first_aid_",
                                        "onceward.console.enabled=true",
                                        "onceward.console.role=operators",
                                        "mp.messaging.outgoing.first_aid.connector=onceward",
                                        "mp.messaging.incoming.first_aid_in.connector=onceward",
                                        "mp.messaging.incoming.first_aid_in.destination=queue:" + Clinic.CHANNEL,
                                        "mp.messaging.incoming.first_aid_in.max-attempts=2",
                                        "mp.messaging.incoming.first_aid_in.retry-delay=PT0.1S")
                                .addClass(Operators.class)
                                .setWebXML(new StringAsset(ConsoleScenario.ROLES)));
    }

    @AfterEach
    void leaveTheBrokerRunning() {
        Fixtures.current().restartBroker();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        database.close();
    }

    @Test
    void unavailableBrokerIsNamedAndPendingEventsAreFoundAndPublishedOnItsReturn() {
        Fixtures.current().killBroker();
        clinic("?key=flu");

        await("the broker's name", () -> !overview().contains("\"brokers\":[]"));
        await("its cause", () -> overview().matches(".*Connection '[^']+' (is|has been) unavailable.* Cause: .*"));
        await("what waits", () -> overview().matches(".*\"queue\":\"first_aid\",\"pending\":[1-9].*"));
        assertThat(ok("api/outbox/events?key=flu")).contains("\"state\":\"PENDING\"", "\"attempts\":0");

        Fixtures.current().restartBroker();

        await("the effect", () -> clinic("").contains("flu"));
        await(
                "all is well",
                () -> overview().contains("\"brokers\":[]") && overview().contains("\"receivers\":[]"));
        await("nothing waits", () -> overview().contains("\"queue\":\"first_aid\",\"pending\":0,"));
        assertThat(ok("api/outbox/events?key=flu")).contains("\"events\":[]");
    }

    @Test
    void parkedMessageIsFoundReadAndRequeuedWhenItsHandlerIsRepaired() {
        clinic("?key=poison-1");

        String parked = "api/inbox/events?states=PARKED&key=poison-1";
        await("it is parked", () -> ok(parked).contains("\"events\":[{"));
        assertThat(ok(parked)).contains("\"queue\":\"ward\"", "no antidote for poison-1");
        clinic("?key=cold");
        await("others pass it", () -> clinic("").contains("cold"));

        clinic("?heal=1");
        assertThat(requeue("{\"queue\":\"ward\",\"key\":\"poison-1\"}")).isEqualTo("{\"count\":1}");

        await("the effect", () -> clinic("").contains("poison-1"));
        assertThat(ok(parked)).contains("\"events\":[]");
        assertThat(requeue("{\"queue\":\"ward\",\"key\":\"poison-1\"}")).isEqualTo("{\"count\":0}");
        await("the log", () -> server.log().contains("OWD-1041: operator requeued 1"));
    }

    @Test
    void unavailableDatabaseIsReportedWithItsCodeUntilItReturns() {
        clinic("?key=before");
        database.shut();
        try {
            await("the refusal", () -> {
                HttpResponse<String> answer = Http.send(request("api/overview"));
                return answer.statusCode() == 503 && answer.body().contains("OWD-0051");
            });
            awaitReadiness("503 ", "OWD-0051");
            awaitLiveness();
        } finally {
            database.open();
        }
        await("the console", () -> Http.send(request("api/overview")).statusCode() == 200);
        awaitReadiness("200 ", "onceward-ready");
        clinic("?key=after");
        await("the effects", () -> clinic("").contains("before") && clinic("").contains("after"));
    }

    private static void awaitReadiness(String status, String text) {
        awaitHealth("ready", status, text);
    }

    /** Waits for liveness: a restart of the application would not bring the database back. */
    private static void awaitLiveness() {
        awaitHealth("live", "200 ", "onceward-live");
    }

    private static void awaitHealth(String check, String status, String text) {
        if (ServerUnderTest.current().hasHealth()) {
            URI address = server.operations().resolve("/health/" + check);
            Await.until(PATIENCE, () -> check + " with " + status + text + ", instead of " + Http.get(address), () -> {
                String answer = Http.get(address);
                return answer.startsWith(status) && answer.contains(text);
            });
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        Await.until(
                PATIENCE,
                () -> what + ", instead of "
                        + Http.send(request("api/overview")).body(),
                condition);
    }

    private static String clinic(String query) {
        String answer = Http.whenStarted(() -> Http.get(URI.create(server.address(APPLICATION) + "clinic" + query)));
        assertThat(answer).startsWith("200");
        return answer;
    }

    private static String overview() {
        return ok("api/overview");
    }

    private static String ok(String path) {
        return send(request(path));
    }

    private static String requeue(String filter) {
        return send(request("api/inbox/requeue")
                .header("Content-Type", "application/json")
                .header("X-Onceward-Console", "1")
                .POST(HttpRequest.BodyPublishers.ofString(filter)));
    }

    private static HttpRequest.Builder request(String path) {
        String login = "operator:" + Operators.PASSWORD;
        return HttpRequest.newBuilder(URI.create(server.address(APPLICATION) + "onceward/" + path))
                .timeout(Duration.ofSeconds(60))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }

    private static String send(HttpRequest.Builder request) {
        HttpResponse<String> answer = Http.send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }
}
