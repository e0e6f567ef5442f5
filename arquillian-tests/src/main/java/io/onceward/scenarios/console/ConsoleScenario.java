// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUsers;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The console admits only users that the server has authenticated and that have the role. */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@SameInFamily
class ConsoleScenario {

    private static final String ENABLED = "onceward.console.enabled=true";
    private static final String ROLE = "onceward.console.role=operators";

    /** The role mapping, without which Open Liberty grants no role. */
    static final String ROLES = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <security-role>
                <role-name>operators</role-name>
              </security-role>
              <security-role>
                <role-name>readers</role-name>
              </security-role>
            </web-app>
            """;

    /** A login of the server's own users, without a security constraint. */
    private static final String LOGIN_CONFIG = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <login-config>
                <auth-method>BASIC</auth-method>
              </login-config>
              <security-role>
                <role-name>operators</role-name>
              </security-role>
            </web-app>
            """;

    private static final String OFF = "console-off";
    private static final String ANONYMOUS = "console-anonymous";
    private static final String LOGIN = "console-login";
    private static final String OPEN = "console-open";

    /** The address of one of the applications; the others are beside it. */
    @ArquillianResource
    @OperateOnDeployment(OPEN)
    private URL address;

    @Deployment(name = OFF, testable = false)
    static WebArchive withoutConsole() {
        return application(OFF);
    }

    @Deployment(name = ANONYMOUS, testable = false)
    static WebArchive withoutLogin() {
        return application(ANONYMOUS, ENABLED, ROLE);
    }

    @Deployment(name = LOGIN, testable = false)
    static WebArchive withLoginConfig() {
        return application(LOGIN, ENABLED, ROLE).setWebXML(new StringAsset(LOGIN_CONFIG));
    }

    @Deployment(name = OPEN, testable = false)
    static WebArchive withUsers() {
        return application(
                        OPEN,
                        ENABLED,
                        ROLE,
                        "onceward.console.payload-role=readers",
                        "onceward.console.path=/operate/onceward")
                .addClass(Operators.class)
                .setWebXML(new StringAsset(ROLES));
    }

    @BeforeEach
    void awaitStart() {
        Http.whenStarted(() -> Http.send(as("operator", open("api/overview"))).body());
        Http.whenStarted(() -> Http.send(as(ServerUsers.OPERATOR, ServerUsers.PASSWORD, serverLogin("api/overview")))
                .body());
    }

    private static WebArchive application(String name, String... configuration) {
        return Deployments.configured(
                Deployments.withConsole(Deployments.application(name)),
                Stream.concat(
                                Stream.of(
                                        "onceward.schema=create",
                                        "onceward.datasource=jdbc/postgresql",
                                        "onceward.table-prefix=" + name.replace('-', '_') + "_",
                                        "mp.messaging.outgoing.orders.connector=onceward"),
                                Stream.of(configuration))
                        .toArray(String[]::new));
    }

    @Test
    void consoleIsAbsentUnlessEnabled() {
        assertThat(Http.send(get(OFF, "onceward/")).statusCode()).isEqualTo(404);
        assertThat(Http.send(get(OFF, "onceward/api/overview")).statusCode()).isEqualTo(404);
    }

    @Test
    void withoutALoginItIsClosed() {
        for (String path : new String[] {"onceward", "onceward/", "onceward/console.js", "onceward/api/overview"}) {
            HttpResponse<String> answer = Http.send(get(ANONYMOUS, path));
            assertThat(answer.statusCode()).as(answer.body()).isIn(401, 403);
            assertThat(answer.body()).doesNotContain("pending", "fetch(");
            if (answer.statusCode() == 403) {
                assertThat(answer.body()).contains("OWD-0152", "login-config");
            }
        }
    }

    @Test
    void loginConfigAloneAsksForALoginOfTheServersUsers() {
        for (String path : new String[] {"", "console.js", "api/overview"}) {
            HttpResponse<String> unknown = Http.send(serverLogin(path));
            assertThat(unknown.statusCode()).as(unknown.body()).isEqualTo(401);
            assertThat(unknown.headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(challenge -> assertThat(challenge).startsWithIgnoringCase("Basic"));
            assertThat(Http.send(as(ServerUsers.OPERATOR, "wrong", serverLogin(path)))
                            .statusCode())
                    .isEqualTo(401);

            HttpResponse<String> operator =
                    Http.send(as(ServerUsers.OPERATOR, ServerUsers.PASSWORD, serverLogin(path)));
            assertThat(operator.statusCode()).as(operator.body()).isEqualTo(200);

            HttpResponse<String> stranger =
                    Http.send(as(ServerUsers.STRANGER, ServerUsers.PASSWORD, serverLogin(path)));
            assertThat(stranger.statusCode()).as(stranger.body()).isEqualTo(403);
            assertThat(stranger.body()).contains("OWD-0153");
        }
    }

    @Test
    void unknownUserIsAskedToLogIn() {
        for (String path : new String[] {"", "console.js", "api/overview"}) {
            assertThat(Http.send(open(path)).statusCode()).isEqualTo(401);
            assertThat(Http.send(as("operator", "wrong", open(path))).statusCode())
                    .isIn(401, 403);
        }
    }

    @Test
    void userWithoutTheRoleIsRefused() {
        for (String path : new String[] {"", "console.js", "api/overview", "api/outbox/events"}) {
            HttpResponse<String> answer = Http.send(as("stranger", open(path)));
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("OWD-0153");
        }
        HttpResponse<String> answer = Http.send(as("stranger", change("api/outbox/discard", "{}")));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("OWD-0153");
    }

    @Test
    void userWithTheRoleSeesAndChangesEverything() {
        HttpResponse<String> page = Http.send(as("operator", open("")));
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Onceward");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'; script-src 'self'"));

        assertThat(ok(as("operator", open("api/overview"))))
                .contains("\"queue\":\"orders\"")
                .contains("\"user\":\"operator\"")
                .contains("\"payloads\":false");
        assertThat(ok(as("auditor", open("api/overview")))).contains("\"payloads\":true");
        assertThat(ok(as("operator", open("api/outbox/events?states=PARKED&limit=5"))))
                .contains("\"events\":[]");
        assertThat(ok(as("operator", change("api/outbox/requeue", "{\"queue\":\"orders\"}"))))
                .isEqualTo("{\"count\":0}");
        assertThat(ok(as("operator", change("api/outbox/pause", "{\"queue\":\"orders\"}"))))
                .isEqualTo("{\"changed\":true}");
        assertThat(ok(as("auditor", change("api/outbox/pause", "{\"queue\":\"orders\"}"))))
                .isEqualTo("{\"changed\":false}");
        assertThat(ok(as("operator", open("api/overview")))).contains("\"by\":\"operator\"");
        assertThat(ok(as("operator", change("api/outbox/resume", "{\"queue\":\"orders\"}"))))
                .isEqualTo("{\"changed\":true}");
    }

    @Test
    void nodeAndPolicyOfTheApplicationAreShown() {
        Await.until("the node and the policy", () -> {
            String overview = ok(as("operator", open("api/overview")));
            return overview.contains("\"policy\":{\"application\":\"console-open\",\"maxAttempts\":15")
                    && overview.contains("\"self\":true");
        });
    }

    @Test
    void aChangeFromElsewhereIsRefused() {
        for (HttpRequest.Builder foreign : new HttpRequest.Builder[] {
            change("api/outbox/discard", "{}").setHeader("Content-Type", "text/plain"),
            change("api/outbox/discard", "{}").header("Sec-Fetch-Site", "cross-site"),
            change("api/outbox/discard", "{}").header("Origin", "https://evil.example"),
            change("api/outbox/discard", "{}").header("Origin", "null"),
            request(OPEN, "operate/onceward/api/outbox/discard")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
        }) {
            HttpResponse<String> answer = Http.send(as("operator", foreign));
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("OWD-0155");
        }
        assertThat(Http.send(as("operator", open("api/outbox/discard"))).statusCode())
                .isEqualTo(405);
    }

    @Test
    void hostileInputFindsNothingAndBreaksNothing() {
        for (String hostile : new String[] {
            "' OR 1=1 --",
            "\"; DROP TABLE console_open_outbox; --",
            "<script>alert(1)</script>",
            "%",
            "_",
            "\\",
            "${7*7}",
            "🦊"
        }) {
            for (String name : new String[] {"queue", "key", "type", "id", "error", "datasource"}) {
                assertThat(ok(as("operator", open("api/outbox/events?" + name + "=" + encoded(hostile)))))
                        .contains("\"events\":[]");
            }
            assertThat(Http.send(as("operator", open("api/outbox/events?" + encoded(hostile) + "=1")))
                            .statusCode())
                    .isEqualTo(400);
        }
        for (String illegal : new String[] {
            "events?limit=0",
            "events?states=x",
            "events?from=yesterday",
            "events?cursor=" + encoded("' OR 1=1"),
            "events?key=%00",
            "event?datasource=jdbc/postgresql&position=x"
        }) {
            HttpResponse<String> answer = Http.send(as("operator", open("api/outbox/" + illegal)));
            assertThat(answer.statusCode()).as(illegal + " " + answer.body()).isEqualTo(400);
        }
        for (String illegal : new String[] {"", "[]", "{", "{\"keys\":\"x\"}", "{\"key\":\"\"}", "{\"key\":{}}"}) {
            HttpResponse<String> answer = Http.send(as("operator", change("api/outbox/discard", illegal)));
            assertThat(answer.statusCode()).as(illegal + " " + answer.body()).isEqualTo(400);
        }
        assertThat(Http.send(as("operator", open("api/outbox/event?datasource=jdbc/postgresql&position=1")))
                        .statusCode())
                .isEqualTo(404);
        for (String path : new String[] {"../WEB-INF/web.xml", "..%2f..%2fh2.sql", "api/nothing", "postgresql.sql"}) {
            assertThat(Http.send(as("operator", open(path))).statusCode()).isIn(400, 404);
        }
    }

    // ----

    private static String ok(HttpRequest.Builder request) {
        HttpResponse<String> answer = Http.send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private HttpRequest.Builder open(String path) {
        return get(OPEN, "operate/onceward/" + path);
    }

    private HttpRequest.Builder serverLogin(String path) {
        return get(LOGIN, "onceward/" + path);
    }

    private HttpRequest.Builder change(String path, String body) {
        return request(OPEN, "operate/onceward/" + path)
                .header("Content-Type", "application/json")
                .header("X-Onceward-Console", "1")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder get(String application, String path) {
        return request(application, path).GET();
    }

    private HttpRequest.Builder request(String application, String path) {
        return HttpRequest.newBuilder(
                        URI.create(URI.create(address.toString()).resolve("/" + application + "/") + path))
                .timeout(Duration.ofSeconds(60));
    }

    private static HttpRequest.Builder as(String user, HttpRequest.Builder request) {
        return as(user, Operators.PASSWORD, request);
    }

    private static HttpRequest.Builder as(String user, String password, HttpRequest.Builder request) {
        String login = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return request.header("Authorization", "Basic " + login);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
