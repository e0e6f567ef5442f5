// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first aid by console of the example's README, by the REST resource that the page uses. */
@Tag("only-in-full")
class FirstAidIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Longer than the longest time that a circuit breaker stays open. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static RunningLauncher launcher;
    private static URI base;
    private static String password;

    @BeforeAll
    static void start() throws Exception {
        String port = LauncherIT.freePort();
        launcher = RunningLauncher.start(port, LauncherIT.freePort());
        base = URI.create("http://localhost:" + port + "/");
        launcher.awaitOutput("The log of Onceward and of the services");
        password = found("user operator, password (\\S+)", launcher.output());
    }

    @AfterAll
    static void stop() throws Exception {
        try (RunningLauncher running = launcher) {
            running.terminate();
            running.awaitExit();
        }
    }

    @Test
    void consoleIsLinkedAndAdmitsOnlyTheOperator() throws Exception {
        assertThat(send(request("")).body()).contains("href=\"onceward/\"");
        for (String path : new String[] {"onceward/", "onceward/api/overview"}) {
            assertThat(send(request(path)).statusCode()).isEqualTo(401);
            assertThat(send(login("operator", request(path))).statusCode()).isEqualTo(401);
            assertThat(send(login(password, request(path))).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void killedBrokerIsShownAndPendingEventsArePublishedOnItsReturn() throws Exception {
        launcher.type("b");
        launcher.awaitOutput("The broker is killed (kill -9)");
        int order = place("book");

        RunningLauncher.await(PATIENCE, () -> !overview().contains("\"brokers\":[]"));
        RunningLauncher.await(PATIENCE, () -> overview().contains("\"queue\":\"orders\",\"pending\":1,\"due\":1,"));
        assertThat(order(order)).contains("\"invoices\":0");

        launcher.type("B");
        RunningLauncher.await(PATIENCE, () -> order(order).contains("\"parcels\":1"));
        assertThat(order(order)).contains("\"invoices\":1");
        RunningLauncher.await(PATIENCE, () -> overview().contains("\"brokers\":[]"));
        RunningLauncher.await(PATIENCE, () -> overview().contains("\"queue\":\"orders\",\"pending\":0,"));
    }

    @Test
    void parkedMessageIsFoundReadAndRequeued() throws Exception {
        int order = place("glass");
        String parked = "onceward/api/inbox/events?states=PARKED&queue=shipping&key=" + order;
        RunningLauncher.await(PATIENCE, () -> ok(get(parked)).contains("\"events\":[{"));
        assertThat(ok(get(parked))).contains("order " + order + " is glass, and there are no boxes for it");
        assertThat(order(order)).contains("\"invoices\":1", "\"parcels\":0");

        String requeue = "{\"queue\":\"shipping\",\"key\":\"" + order + "\"}";
        assertThat(ok(change("onceward/api/inbox/requeue", requeue))).isEqualTo("{\"count\":1}");
        launcher.awaitOutput("OWD-1041: operator requeued 1");
        RunningLauncher.await(PATIENCE, () -> ok(get(parked)).contains("\"attempts\":2"));

        assertThat(ok(request("orders/boxes/true").POST(BodyPublishers.noBody())))
                .contains("true");
        assertThat(ok(change("onceward/api/inbox/requeue", requeue))).isEqualTo("{\"count\":1}");
        RunningLauncher.await(PATIENCE, () -> order(order).contains("\"parcels\":1"));
        assertThat(ok(get(parked))).contains("\"events\":[]");
        assertThat(ok(request("orders/boxes/false").POST(BodyPublishers.noBody())))
                .contains("false");
    }

    private static int place(String item) throws Exception {
        HttpResponse<String> answer = send(request("orders")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"item\":\"" + item + "\",\"total\":\"9.90\"}")));
        assertThat(answer.statusCode()).isEqualTo(201);
        return Integer.parseInt(found("\"id\":(\\d+)", answer.body()));
    }

    private static String order(int id) throws Exception {
        return ok(request("orders/" + id));
    }

    private static String overview() throws Exception {
        return ok(get("onceward/api/overview"));
    }

    private static HttpRequest.Builder get(String path) {
        return login(password, request(path));
    }

    private static HttpRequest.Builder change(String path, String body) {
        return get(path)
                .header("Content-Type", "application/json")
                .header("X-Onceward-Console", "1")
                .POST(BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder login(String with, HttpRequest.Builder request) {
        String login = Base64.getEncoder().encodeToString(("operator:" + with).getBytes(StandardCharsets.UTF_8));
        return request.header("Authorization", "Basic " + login);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path));
    }

    private static String ok(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }
}
