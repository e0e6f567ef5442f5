// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.OncewardException;
import io.onceward.fixture.MalformedText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Destinations, in the configuration and in rows of other writers. */
class WebhookUrlFuzzTest {

    private static final String[] WORDS = {
        "webhook:",
        "https://",
        "HTTP://",
        "hooks.example.com",
        "webhook:https://hooks.example.com/orders",
        "webhook:http://",
        "user:password@",
        "@",
        "127.0.0.1",
        "0177.1",
        "2130706433",
        "0x7f",
        "[::1]",
        "[::ffff:10.0.0.1]",
        ":443",
        ":0",
        "/",
        "?a=b",
        "#",
        "%40",
        "\r\n",
        "\\",
        "."
    };

    @Test
    void anyTextIsADestinationOrRefusedWithACode() {
        MalformedText.each(WebhookUrlFuzzTest::isADestinationOrRefused);
    }

    @Timeout(20)
    @FuzzTest
    void guided(FuzzedDataProvider data) {
        isADestinationOrRefused(MalformedText.of(data));
    }

    private static void isADestinationOrRefused(MalformedText malformed) {
        String text = malformed.text(WORDS);
        isLegalOrRefused(text);
        isLegalOrRefused("webhook:" + text);
        isLegalOrRefused("webhook:https://" + text);
    }

    private static void isLegalOrRefused(String text) {
        try {
            WebhookUrl url = WebhookUrl.ofRow(text);
            assertThat(WebhookUrl.ofRow(url.toString())).isEqualTo(url);
            assertThat(url.uri().toString()).matches("[!-~]+").doesNotContain("\\", "#");
            assertThat(url.uri().getRawAuthority()).doesNotContain("@");
            assertThat(url.uri().getHost()).isEqualTo(url.host());
            assertThat(url.host()).matches("[a-z0-9.-]+|\\[[0-9a-f:.]+]");
            assertThat(url.port()).isBetween(1, 65_535);
            if (url.isAddress()) {
                assertThat(isLiteral(url.host())).isTrue();
            }
        } catch (OncewardException e) {
            assertThat(e.code()).isEqualTo("OWD-0282");
            if (text.contains("password@")) {
                assertThat(e.getMessage()).doesNotContain("user:password@");
            }
        }
    }

    private static boolean isLiteral(String host) {
        try {
            return InetAddress.getByName(host).getAddress().length > 0;
        } catch (UnknownHostException e) {
            return host.startsWith("["); // refused when its event is published
        }
    }
}
