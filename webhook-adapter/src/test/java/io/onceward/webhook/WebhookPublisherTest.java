// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.contract.HeardPublisher;
import io.onceward.contract.HeardPublisher.RefusedForeverException;
import io.onceward.webhook.WebhookReceiver.Reply;
import io.onceward.webhook.WebhookReceiver.Request;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The publisher against an HTTP server. */
class WebhookPublisherTest {

    private WebhookReceiver receiver;
    private HeardPublisher publisher;

    @BeforeEach
    void start() throws Exception {
        receiver = new WebhookReceiver();
        publisher = Webhooks.publisher(Map.of());
    }

    @AfterEach
    void stop() {
        publisher.close();
        receiver.close();
    }

    private TestEvent event(String id) {
        return TestEvent.of(id, receiver.url("/orders?x=1"));
    }

    private void reach() throws Exception {
        publisher.requireNoOutage();
    }

    private Request only() {
        assertThat(receiver.requests()).hasSize(1);
        return receiver.requests().get(0);
    }

    // ---- the request

    @Test
    void eventIsTheBodyOfAPostRequest() throws Exception {
        publisher.publish(event("e-1").with(Map.of("tenant", "acme", "customer", "Jörg 100%")));
        assertThat(only().path()).isEqualTo("/orders?x=1");
        assertThat(only().body()).asString(StandardCharsets.UTF_8).isEqualTo("{\"order\":1}");
        assertThat(only().headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("idempotency-key", "\"e-1\"")
                .containsEntry("webhook-id", "e-1")
                .containsEntry("onceward-type", "OrderPlaced")
                .containsEntry("onceward-key", "k")
                .containsEntry("tenant", "acme")
                .containsEntry("customer", "J%C3%B6rg 100%25");
    }

    @Test
    void signatureIsTheHmacOfIdTimeAndBody() throws Exception {
        long before = Instant.now().getEpochSecond();
        publisher.publish(event("e.1"));
        String timestamp = only().header("webhook-timestamp");
        assertThat(Long.parseLong(timestamp)).isBetween(before, Instant.now().getEpochSecond());
        assertThat(only().header("webhook-id")).isEqualTo("e%2E1");
        assertThat(only().header("webhook-signature")).isEqualTo(hmac(Webhooks.SECRET, only()));
    }

    @Test
    void bothSecretsSignWhileOneIsReplaced() throws Exception {
        String other = "whsec_"
                + Base64.getEncoder()
                        .encodeToString("a secret of thirty-two characters".getBytes(StandardCharsets.US_ASCII));
        try (HeardPublisher rotating =
                Webhooks.publisher(Map.of("onceward.webhook-secret", other + " " + Webhooks.SECRET))) {
            rotating.publish(event("e-1"));
        }
        assertThat(only().header("webhook-signature").split(" "))
                .containsExactly(hmac(other, only()), hmac(Webhooks.SECRET, only()));
    }

    @Test
    void signatureCanBeTurnedOff() throws Exception {
        try (HeardPublisher unsigned = Webhooks.publisher(Map.of("onceward.webhook-signature", "none"))) {
            unsigned.publish(event("e-1"));
        }
        assertThat(only().headers()).doesNotContainKey("webhook-signature").containsKey("webhook-id");
    }

    /** As the receiver of docs/webhooks.md does. */
    private static String hmac(String secret, Request request) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
        mac.update((request.header("webhook-id") + "." + request.header("webhook-timestamp") + ".")
                .getBytes(StandardCharsets.US_ASCII));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(request.body()));
    }

    // ---- CloudEvents

    @Test
    void attributesOfACloudEventAreHeadersInTheBinaryMode() throws Exception {
        publisher.publish(event("e-1")
                .with(Map.of(
                        "cloudEvents_specversion", "1.0",
                        "cloudEvents_id", "e-1",
                        "cloudEvents_source", "https://example.com/shop",
                        "cloudEvents_type", "Bestellung \"größer\"",
                        "cloudEvents_datacontenttype", "application/json")));
        assertThat(only().headers())
                .containsEntry("ce-specversion", "1.0")
                .containsEntry("ce-id", "e-1")
                .containsEntry("ce-source", "https://example.com/shop")
                .containsEntry("ce-type", "Bestellung%20%22gr%C3%B6%C3%9Fer%22")
                .containsEntry("content-type", "application/json")
                .doesNotContainKeys("ce-datacontenttype", "cloudEvents_id");
    }

    @Test
    void contentTypeNamesTheStructuredMode() throws Exception {
        publisher.publish(event("e-1").withContentType("application/cloudevents+json; charset=UTF-8"));
        assertThat(only().header("content-type")).isEqualTo("application/cloudevents+json; charset=UTF-8");
    }

    // ---- hostile rows

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nX-Evil: 1",
                "Host",
                "content-length",
                "webhook-id",
                "a b",
                "",
                "cloudEvents_a\r\nb",
                "cloudEvents_",
                "cloudEvents_A"
            })
    void headerNameOfAnotherWriterThatHttpRefusesIsNeverSent(String name) {
        assertThatThrownBy(() -> publisher.publish(event("e-1").with(Map.of(name, "x"))))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0294");
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void headersWithTheSameNameAreNeverSent() {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("tenant", "a"));
        headers.put("Tenant", "b");
        assertThatThrownBy(() -> publisher.publish(event("e-1").with(headers)))
                .isInstanceOf(RefusedForeverException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain\r\nX-Evil: 1", "", " ", "text/ü"})
    void contentTypeOfAnotherWriterAddsNoHeader(String contentType) {
        assertThatThrownBy(() -> publisher.publish(event("e-1").withContentType(contentType)))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0294");
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void valuesAddNoHeader() throws Exception {
        String value = "x\r\nX-Evil: 1";
        publisher.publish(new TestEvent(
                value, "webhook:" + receiver.url("/"), new byte[0], "text/plain", Map.of("tenant", value)));
        assertThat(only().headers()).doesNotContainKey("x-evil").containsEntry("tenant", "x%0D%0AX-Evil: 1");
        assertThat(only().header("webhook-id")).isEqualTo("x%0D%0AX-Evil%3A%201");
    }

    // ---- the answer

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void statusOf2xxConfirms(int status) {
        receiver.answer(status);
        assertThatCode(() -> publisher.publish(event("e-1"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 410, 413, 422, 451, 500, 501, 505, 599})
    void otherStatusRefusesTheEventAndTheHostIsReached(int status) {
        receiver.answer(status);
        assertThatThrownBy(() -> publisher.publish(event("e-1")))
                .hasMessageStartingWith("OWD-0288")
                .hasMessageContaining("status " + status);
        assertThatCode(this::reach).doesNotThrowAnyException();
        assertThat(receiver.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 502, 503, 504})
    void statusOfAHostThatIsUnavailableIsAnOutage(int status) throws Exception {
        receiver.answer(status);
        assertThatThrownBy(() -> publisher.publish(event("e-1")))
                .hasMessageStartingWith("OWD-0290")
                .hasMessageContaining("status " + status);
        assertThatThrownBy(this::reach).hasMessageStartingWith("OWD-0290");
        receiver.answer(200);
        publisher.publish(event("e-1"));
        assertThatCode(this::reach).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectIsRefusedAndNotFollowed(int status) throws Exception {
        try (WebhookReceiver inside = new WebhookReceiver()) {
            receiver.decide(request -> new Reply(status, Map.of("Location", inside.url("/secret?token=t0ken"))));
            assertThatThrownBy(() -> publisher.publish(event("e-1")))
                    .hasMessageStartingWith("OWD-0289")
                    .hasMessageContaining("status " + status)
                    .hasMessageContaining("'127.0.0.1'")
                    .hasMessageNotContaining("t0ken");
            assertThat(inside.requests()).isEmpty();
        }
        assertThatCode(this::reach).doesNotThrowAnyException();
    }

    @Test
    void eventThatAlwaysMakesTheHostFailIsRefusedAfterAWhile() {
        receiver.answer(504);
        for (int i = 1; i < HostHealth.FAILURES_OF_ONE; i++) {
            assertThatThrownBy(() -> publisher.publish(event("poison"))).hasMessageStartingWith("OWD-0290");
            assertThatThrownBy(this::reach).hasMessageStartingWith("OWD-0290");
        }
        assertThatThrownBy(() -> publisher.publish(event("poison"))).hasMessageStartingWith("OWD-0290");
        assertThatCode(this::reach).doesNotThrowAnyException();
    }

    @Test
    void nothingIsSentBeforeTheTimeThatTheHostAsksFor() {
        receiver.decide(request -> new Reply(429, Map.of("Retry-After", "3600")));
        assertThatThrownBy(() -> publisher.publish(event("e-1"))).hasMessageStartingWith("OWD-0290");
        receiver.answer(200);
        for (int i = 0; i < 2 * HostHealth.FAILURES_IN_OUTAGE; i++) {
            assertThatThrownBy(() -> publisher.publish(event("e-1"))).hasMessageStartingWith("OWD-0292");
            assertThatThrownBy(this::reach).hasMessageStartingWith("OWD-0292");
        }
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void eventsAreSentAgainAfterThePause() throws Exception {
        receiver.decide(request -> new Reply(503, Map.of("Retry-After", "1")));
        long start = System.nanoTime();
        assertThatThrownBy(() -> publisher.publish(event("e-1"))).hasMessageStartingWith("OWD-0290");
        receiver.answer(200);
        io.onceward.fixture.Await.until("the end of the pause", () -> {
            try {
                publisher.publish(event("e-1"));
                return true;
            } catch (Exception e) {
                return false;
            }
        });
        assertThat(System.nanoTime() - start).isGreaterThan(900_000_000L);
        assertThat(receiver.ids()).containsExactly("e-1", "e-1");
    }

    // ---- targets

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:PORT/x, OWD-0285, loopback",
        "http://localhost:PORT/x, OWD-0285, loopback",
        "'http://[::1]:PORT/x', OWD-0285, loopback",
        "'http://[::ffff:127.0.0.1]:PORT/x', OWD-0285, loopback",
        "'http://[::ffff:7f00:1]:PORT/x', OWD-0285, loopback",
        "http://0.0.0.0:PORT/x, OWD-0285, wildcard",
        "'http://[::]:PORT/x', OWD-0285, wildcard",
        "http://169.254.169.254:PORT/latest/meta-data, OWD-0285, link-local",
        "http://10.1.2.3:PORT/x, OWD-0285, private",
        "http://192.168.0.1:PORT/x, OWD-0285, private",
        "http://2130706433:PORT/x, OWD-0282, IP address",
        "http://0x7f000001:PORT/x, OWD-0282, IP address",
        "http://0177.0.0.1:PORT/x, OWD-0282, IP address",
        "http://127.1:PORT/x, OWD-0282, IP address"
    })
    void internalAddressesAreRefusedWhenAnEventIsPublished(String url, String code, String reason) {
        try (HeardPublisher open = new HeardPublisher(new WebhookPublisher(Webhooks.settings(Map.of(
                "onceward.webhook-hosts", "*:*",
                "onceward.webhook-plain-http", "true",
                "onceward.webhook-signature", "none"))))) {
            TestEvent event = TestEvent.of("e-1", url.replace("PORT", "" + receiver.port()));
            assertThatThrownBy(() -> open.publish(event))
                    .hasMessageStartingWith(code)
                    .hasMessageContaining(reason);
        }
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void hostsThatAreNotAllowedAreRefusedWhenAnEventIsPublished() throws Exception {
        for (Map<String, String> configuration : List.of(
                Map.of("onceward.webhook-hosts", ""),
                Map.of("onceward.webhook-hosts", "127.0.0.1"),
                Map.of("onceward.webhook-plain-http", "false"))) {
            try (HeardPublisher strict = Webhooks.publisher(configuration)) {
                assertThatThrownBy(() -> strict.publish(event("e-1"))).hasMessageStartingWith("OWD-0283");
                strict.requireNoOutage();
            }
        }
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void eventIsNotSentUnsignedIfThereIsNoSecret() {
        try (HeardPublisher publisherWithoutSecret = Webhooks.publisher(Map.of("onceward.webhook-secret", ""))) {
            assertThatThrownBy(() -> publisherWithoutSecret.publish(event("e-1")))
                    .hasMessageStartingWith("OWD-0287");
        }
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void requestsShareAConnection() throws Exception {
        for (int i = 0; i < 20; i++) {
            publisher.publish(event("e-" + i));
        }
        assertThat(receiver.clientPorts()).hasSize(1);
    }
}
