// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests with one key have one effect and one answer. */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@SameInFamily
public class HttpScenario {

    private static final HttpClient CLIENT = Http.withoutUpgrade().build();

    private final String id = UUID.randomUUID().toString();
    private final String key = "\"" + UUID.randomUUID() + "\"";

    @ArquillianResource
    private URL base;

    @Deployment(testable = false)
    static WebArchive application() throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS http_effect (id TEXT NOT NULL)");
            statement.execute("CREATE TABLE IF NOT EXISTS http_unique (id TEXT UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        }
        return Deployments.configured(
                Deployments.application(
                        "http",
                        Shop.class,
                        Users.class,
                        TenantOfHost.class,
                        Failures.class,
                        Effects.class,
                        Receipt.class,
                        ReceiptsWriter.class,
                        CdiOrders.class,
                        EjbOrders.class,
                        HandmadeOrders.class,
                        Outsider.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.http.max-request-size=2000",
                "onceward.http.max-response-size=2000");
    }

    // ---- the answer

    @Test
    void aRepeatedRequestToACdiBeanIsAnsweredWithTheFirstResponse() throws SQLException {
        HttpResponse<String> first = answeredTheSame("cdi");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).startsWith("http://shop.test/orders/"));
        assertThat(first.body()).contains(id).contains("tea");
    }

    @Test
    void aRepeatedRequestToAnEjbIsAnsweredWithTheFirstResponse() throws SQLException {
        assertThat(answeredTheSame("ejb").statusCode()).isEqualTo(201);
    }

    @Test
    void aRepeatedRequestWithAnEntityWithoutAResponseIsAnsweredTheSame() throws SQLException {
        assertThat(answeredTheSame("cdi/entity").statusCode()).isEqualTo(200);
    }

    @Test
    void aRepeatedRequestWithoutAnEntityIsAnsweredTheSame() throws SQLException {
        HttpResponse<String> first = answeredTheSame("cdi/nothing");
        assertThat(first.statusCode()).isEqualTo(204);
        assertThat(first.body()).isEmpty();
    }

    @Test
    void aRepeatedRequestKeepsTheMediaTypeOfTheFirst() throws SQLException {
        HttpResponse<String> first = Http.send(request("cdi/text", key, order()).header("Accept", "text/csv"));
        HttpResponse<String> repeated =
                Http.send(request("cdi/text", key, order()).header("Accept", "*/*"));

        assertThat(contentType(first))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/csv"));
        assertSame(first, repeated);
        assertThat(effects()).isOne();
    }

    /** Its provider takes it for what it is by its type arguments alone. */
    @Test
    void aRepeatedRequestWithAGenericEntityIsAnsweredTheSame() throws SQLException {
        HttpResponse<String> first = answeredTheSame("cdi/typed");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(first.body()).startsWith(id + ",");
    }

    /** The cookie of a session is a secret, which neither the table nor somebody who repeats the request gets. */
    @Test
    void cookiesAreNeitherStoredNorSentAgain() throws SQLException {
        HttpResponse<String> first = post("cdi/cookie", key, order());
        HttpResponse<String> repeated = post("cdi/cookie", key, order());

        assertThat(first.headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie).contains("secret"));
        assertThat(repeated.headers().firstValue("Set-Cookie")).isEmpty();
        assertSame(first, repeated);
    }

    private HttpResponse<String> answeredTheSame(String path) throws SQLException {
        HttpResponse<String> first = post(path, key, order());
        HttpResponse<String> repeated = post(path, key, order());
        assertSame(first, repeated);
        assertThat(effects()).isOne();
        return first;
    }

    private static void assertSame(HttpResponse<String> first, HttpResponse<String> repeated) {
        assertThat(repeated.statusCode()).as(repeated.body()).isEqualTo(first.statusCode());
        assertThat(repeated.body()).isEqualTo(first.body());
        assertThat(contentType(repeated)).isEqualTo(contentType(first));
        for (String header : new String[] {"Location", "X-Number"}) {
            assertThat(repeated.headers().allValues(header))
                    .isEqualTo(first.headers().allValues(header));
        }
    }

    // ---- the key

    @Test
    void aRequestWithoutALegalKeyIsRefused() throws SQLException {
        assertProblem(Http.send(request("cdi", null, order())), 400, "OWD-0133");
        for (String illegal : new String[] {"\"\"", "\"open", "two words", "a,b", "\"" + "x".repeat(300) + "\""}) {
            assertProblem(post("cdi", illegal, order()), 400, "OWD-0133");
        }
        assertProblem(
                Http.send(request("cdi", key, order()).header("Idempotency-Key", "\"another\"")), 400, "OWD-0133");
        assertThat(effects()).isZero();
    }

    @Test
    void aKeyWithoutQuotesIsTheSameKey() throws SQLException {
        HttpResponse<String> first = post("cdi", key, order());
        HttpResponse<String> repeated = post("cdi", key.replace("\"", ""), order());
        assertSame(first, repeated);
        assertThat(effects()).isOne();
    }

    @Test
    void aKeyThatIsUsedForAnotherRequestIsRefused() throws SQLException {
        post("cdi", key, order());
        assertProblem(post("cdi", key, "{\"id\":\"" + id + "\",\"more\":1}"), 422, "OWD-0135");
        assertProblem(post("cdi?more=1", key, order()), 422, "OWD-0135");
        assertThat(effects()).isOne();
    }

    @Test
    void theKeyOfAnotherUserIsAnotherKey() throws SQLException {
        String own =
                Http.send(request("cdi", key, order()).header("X-User", "ada")).body();
        String others =
                Http.send(request("cdi", key, order()).header("X-User", "bob")).body();
        String anonymous = post("cdi", key, order()).body();

        assertThat(others).isNotEqualTo(own).isNotEqualTo(anonymous);
        assertThat(Http.send(request("cdi", key, order()).header("X-User", "ada"))
                        .body())
                .isEqualTo(own);
        assertThat(effects()).isEqualTo(3);
    }

    @Test
    void theKeyOfAnotherTenantIsAnotherKey() throws SQLException {
        HttpResponse<String> first = post("cdi", key, order());
        HttpResponse<String> others = Http.send(request("cdi", key, order(), otherHost()));
        assertThat(others.body()).isNotEqualTo(first.body());
        assertSame(first, post("cdi", key, order()));
        assertSame(others, Http.send(request("cdi", key, order(), otherHost())));
        assertThat(effects()).isEqualTo(2);
    }

    /** Returns another name of the machine. */
    private String otherHost() {
        return base.getHost().equals("localhost") ? "127.0.0.1" : "localhost";
    }

    @Test
    void aRequestWithoutATenantIsRefused() throws SQLException {
        assertProblem(Http.send(request("cdi", key, order()).header("X-No-Tenant", "true")), 500, "OWD-0204");
        assertThat(effects()).isZero();
    }

    /** Also one of Onceward, which the bean may call. */
    @Test
    void anExceptionOfTheTenantResolverReachesTheMappersOfTheApplication() throws SQLException {
        HttpResponse<String> answer = Http.send(request("cdi", key, order()).header("X-Failing-Tenant", "true"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("the tenants are unknown");
        assertThat(effects()).isZero();
    }

    @Test
    void theKeyOfAnotherPathIsAnotherKey() throws SQLException {
        post("cdi", key, order());
        post("cdi/entity", key, order());
        assertThat(effects()).isEqualTo(2);
    }

    // ---- what goes wrong

    /** Whichever of the two is first waits until it is released. */
    @Test
    void aConcurrentRequestIsAnsweredWithRetryAfter() throws Exception {
        CompletableFuture<HttpResponse<String>> one =
                CLIENT.sendAsync(request("cdi/slow", key, order()).build(), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> two =
                CLIENT.sendAsync(request("cdi/slow", key, order()).build(), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> slow;
        try {
            CompletableFuture.anyOf(one, two).get(20, TimeUnit.SECONDS);
            HttpResponse<String> refused = (one.isDone() ? one : two).get();
            slow = one.isDone() ? two : one;
            assertProblem(refused, 409, "OWD-0134");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(slow).isNotDone();
        } finally {
            post("cdi/release", null, "{}"); // otherwise the request would outlast its application
        }
        HttpResponse<String> answered = slow.get(30, TimeUnit.SECONDS);
        assertThat(answered.statusCode()).isEqualTo(200);
        assertSame(answered, post("cdi/slow", key, order()));
        assertThat(effects()).isOne();
    }

    @Test
    void aRequestThatFailedMayBeTriedAgain() throws SQLException {
        HttpResponse<String> failed = post("cdi/failing", key, order());
        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(effects()).isZero();

        HttpResponse<String> succeeded = post("cdi/failing", key, order());
        assertThat(succeeded.statusCode()).isEqualTo(200);
        assertSame(succeeded, post("cdi/failing", key, order()));
        assertThat(effects()).isOne();
    }

    @Test
    void aFailedCommitIsNotAnsweredAsASuccess() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> failed = post("cdi/refused", key, order());
            assertThat(failed.statusCode()).as(failed.body()).isGreaterThanOrEqualTo(500);
            assertThat(failed.body()).doesNotContain("tea");
        }
        assertThat(effects()).isZero();
    }

    @Test
    void aTooLargeRequestIsRefused() throws SQLException {
        String large = "{\"id\":\"" + id + "\",\"more\":\"" + "x".repeat(3000) + "\"}";
        assertProblem(post("cdi", key, large), 413, "OWD-0136");
        HttpResponse<String> answer = post("cdi/large", key, order());
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("OWD-0138");
        assertThat(effects()).isZero();
    }

    /**
     * Some servers make a bean of each class with a path, others do not. In both cases no method runs without its
     * claim.
     */
    @Test
    void aResourceThatIsNoBeanIsRefused() throws SQLException {
        HttpResponse<String> first = post("outsider", key, order());
        if (first.statusCode() == 200) {
            assertSame(first, post("outsider", key, order()));
            assertThat(effects()).isOne();
        } else {
            assertProblem(first, 500, "OWD-0137");
            assertThat(effects()).isZero();
        }
    }

    @Test
    void aResourceThatTheApplicationHasMadeItselfIsRefused() throws SQLException {
        assertProblem(post("cdi/handmade", key, order()), 500, "OWD-0137");
        assertThat(effects()).isZero();
    }

    // ----

    private static void assertProblem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(contentType(answer)).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains("\"status\":" + status)
                .contains("\"code\":\"" + code + "\"")
                .contains("\"title\":");
    }

    private static Optional<String> contentType(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Type");
    }

    private String order() {
        return "{\"id\":\"" + id + "\"}";
    }

    private HttpResponse<String> post(String path, String idempotencyKey, String body) {
        return Http.send(request(path, idempotencyKey, body));
    }

    private HttpRequest.Builder request(String path, String idempotencyKey, String body) {
        return request(path, idempotencyKey, body, base.getHost());
    }

    private HttpRequest.Builder request(String path, String idempotencyKey, String body, String host) {
        try {
            URI root = new URI(base.getProtocol(), null, host, base.getPort(), base.getPath(), null, null);
            String context = root.getPath().contains("http")
                    ? root.toString()
                    : root.resolve("/http/").toString();
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create(context.endsWith("/") ? context : context + "/")
                                    .resolve("api/" + path))
                    .timeout(Duration.ofSeconds(60))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
            return idempotencyKey == null ? request : request.header("Idempotency-Key", idempotencyKey);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private int effects() throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                PreparedStatement count =
                        connection.prepareStatement("SELECT count(*) FROM http_effect WHERE id = ?")) {
            count.setString(1, id);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
