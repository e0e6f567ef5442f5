// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSettingsTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    private static final String DESTINATION = "mp.messaging.outgoing.c.destination";

    @ParameterizedTest
    @EnumSource(names = {"GLOBAL", "OUTGOING"})
    void pageListsEverySettingAsTheCodeHasIt(Scope scope) throws IOException {
        String table = WebhookSettings.ALL.stream()
                .filter(setting -> setting.scope() == scope)
                .map(WebhookSettingsTest::row)
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n"));
        assertThat(Files.readString(PAGE)).contains(table);
    }

    private static String row(Setting setting) {
        String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
        String key = (setting.scope() == Scope.GLOBAL ? Scope.GLOBAL.prefix() : "") + setting.name();
        return "| `" + key + "` | " + setting.type() + " | " + value + " | " + setting.meaning() + " |";
    }

    @ParameterizedTest
    @CsvSource({
        "webhook-hosts, https://a.example",
        "webhook-networks, a.example",
        "webhook-plain-http, yes",
        "webhook-signature, hmac",
        "webhook-concurrency, 0",
        "webhook-concurrency, 1001",
        "webhook-rate, 0.5",
        "webhook-connect-timeout, 5",
        "webhook-request-timeout, PT0S",
        "webhook-request-timeout, PT6M"
    })
    void illegalValueIsRefusedWithItsKey(String name, String value) {
        assertThatThrownBy(() -> Webhooks.settings(Map.of("onceward." + name, value)))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining("onceward." + name + "=" + value);
    }

    @Test
    void illegalSecretIsRefusedAndNotQuoted() {
        assertThatThrownBy(() -> Webhooks.settings(Map.of("onceward.webhook-secret", "s3cret")))
                .hasMessageStartingWith("OWD-0286")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> Webhooks.settings(
                        Map.of("onceward.webhook-secret", Webhooks.SECRET, "onceward.webhook-secret-path", "/x")))
                .hasMessageStartingWith("OWD-0286")
                .hasMessageNotContaining(Webhooks.SECRET);
    }

    @Test
    void userInfoInAnIllegalValueIsNotQuoted() {
        assertThatThrownBy(() -> Webhooks.settings(
                        Map.of("onceward.webhook-hosts", "a.example, https://user:s3cret@hooks.example.com/")))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining("hooks.example.com")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void destinationIsTheUrl() {
        for (String url : List.of("webhook:https://a.example/x", "https://a.example/x")) {
            assertThat(destination(Map.of(DESTINATION, url))).isEqualTo("webhook:https://a.example/x");
        }
        assertThatThrownBy(() -> destination(Map.of())).hasMessageStartingWith("OWD-0280");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "https://user:s3cret@a.example/x", "ftp://a.example/x"})
    void otherDestinationRefusesTheDeployment(String url) {
        assertThatThrownBy(() -> destination(Map.of(DESTINATION, url)))
                .hasMessageStartingWith("OWD-0281")
                .hasMessageContaining(DESTINATION)
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource({
        "https://b.example/x, b.example:443",
        "https://a.example:8443/x, a.example:8443",
        "http://a.example/x, webhook-plain-http",
        "https://127.0.0.1/x, loopback",
        "'https://[::ffff:10.0.0.1]/x', private"
    })
    void deploymentIsRefusedIfNothingMayBeSentToTheUrl(String url, String reason) {
        Map<String, String> configuration = Map.of(
                "onceward.webhook-hosts",
                "a.example, 127.0.0.1, [::ffff:10.0.0.1]",
                "onceward.webhook-secret",
                Webhooks.SECRET,
                DESTINATION,
                url);
        assertThatThrownBy(() -> verify(configuration))
                .hasMessageStartingWith("OWD-0284")
                .hasMessageContaining(reason);
    }

    @Test
    void deploymentIsRefusedWithoutASecret() {
        assertThatThrownBy(
                        () -> verify(Map.of("onceward.webhook-hosts", "a.example", DESTINATION, "https://a.example/x")))
                .hasMessageStartingWith("OWD-0286");
        verify(Map.of(
                "onceward.webhook-hosts",
                "a.example",
                "onceward.webhook-signature",
                "none",
                DESTINATION,
                "https://a.example/x"));
    }

    private static String destination(Map<String, String> configuration) {
        return new WebhookDestinations(Webhooks.settings(configuration)).destination(Webhooks.channel(configuration));
    }

    private static void verify(Map<String, String> configuration) {
        ChannelSettings channel = Webhooks.channel(configuration);
        Destinations destinations = new WebhookDestinations(Webhooks.settings(configuration));
        destinations.verify(channel, destinations.destination(channel));
    }
}
