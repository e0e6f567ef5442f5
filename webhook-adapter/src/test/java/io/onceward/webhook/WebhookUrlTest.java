// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookUrlTest {

    @ParameterizedTest
    @CsvSource({
        "https://hooks.example.com/orders, webhook hooks.example.com:443",
        "https://HOOKS.Example.com, webhook hooks.example.com:443",
        "http://hooks.example.com:8080/a?b=c, webhook hooks.example.com:8080",
        "http://a/x, webhook a:80",
        "https://203.0.113.7/x, webhook 203.0.113.7:443",
        "'https://[2001:DB8::1]:8443/x', webhook [2001:db8::1]:8443",
        "https://a.0x7f.example/x, webhook a.0x7f.example:443"
    })
    void hostAndPortAreTheConnection(String url, String connection) {
        assertThat(WebhookUrl.ofRow("webhook:" + url).connection()).isEqualTo(connection);
        assertThat(WebhookUrl.of(url).toString()).isEqualToIgnoringCase("webhook:" + url);
    }

    /** The JVM caches the address of each spelling separately, and the client looks up the host of the URI. */
    @Test
    void schemeAndHostAreInLowerCase() {
        WebhookUrl url = WebhookUrl.ofRow("webhook:HTTP://HOOKS.Example.com:8080/Orders?A=B");
        assertThat(url).hasToString("webhook:http://hooks.example.com:8080/Orders?A=B");
        assertThat(url.uri().getHost()).isEqualTo(url.host());
        assertThat(WebhookUrl.of("HTTPS://A.example").isSecure()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "orders",
                "ftp://a.example/x",
                "file:///etc/passwd",
                "jar:https://a.example/x!/y",
                "https:a.example/x",
                "https:///x",
                "https://a.example/x#fragment",
                "https://a.example:0/x",
                "https://a.example:65536/x",
                "https://a.example:99999999999/x",
                "https://a.example./x",
                "https://-a.example/x",
                "https://a_b.example/x",
                "https://bücher.example/x",
                "https://a.example/x y",
                "https://a.example/x\r\nHost: b",
                "https://a.example\\@b/x",
                "https://a.example/%zz",
                "https://2130706433/x",
                "https://0x7f000001/x",
                "https://0x7f.0.0.1/x",
                "https://0177.0.0.1/x",
                "https://127.1/x",
                "https://127.0.0.01/x",
                "https://256.0.0.1/x",
                "https://a.1/x",
                "https://a.0x1/x",
                "https://[fe80::1%25eth0]/x",
                "https://[fe80::1%eth0]/x",
                "https://[::1/x",
                "https://%6cocalhost/x"
            })
    void otherTextsAreRefused(String url) {
        assertThatThrownBy(() -> WebhookUrl.of(url)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WebhookUrl.ofRow("webhook:" + url)).hasMessageStartingWith("OWD-0282");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://user:s3cret@a.example/x", "https://s3cret@a.example", "https://a:s3cret@b@c.example/x"})
    void userInfoIsRefusedAndNotQuoted(String url) {
        assertThatThrownBy(() -> WebhookUrl.of(url)).hasMessage("it has user-info before its host");
        assertThatThrownBy(() -> WebhookUrl.ofRow("webhook:" + url))
                .hasMessageStartingWith("OWD-0282")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void destinationFitsIntoItsColumn() {
        String longest = "https://a.example/" + "x".repeat(512 - "webhook:https://a.example/".length());
        assertThat(WebhookUrl.of(longest).toString()).hasSize(512);
        assertThatThrownBy(() -> WebhookUrl.of(longest + "x")).hasMessageContaining("longer than 504 characters");
        assertThatThrownBy(() -> WebhookUrl.of("https://" + "a.".repeat(127) + "b/"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AllowedHosts.parse("a.".repeat(1_000_000) + "b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void destinationOfAnotherSchemeIsRefused() {
        assertThatThrownBy(() -> WebhookUrl.ofRow("webhooks:https://a.example/x"))
                .hasMessageStartingWith("OWD-0282");
    }
}
