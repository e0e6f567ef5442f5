// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

    @ParameterizedTest
    @CsvSource({
        "'', https://a.example/x, false",
        "a.example, https://a.example/x, true",
        "A.Example, https://a.EXAMPLE/x, true",
        "a.example, http://a.example/x, true",
        "a.example, https://a.example:443/x, true",
        "a.example, https://a.example:8443/x, false",
        "a.example, https://a.example:80/x, false",
        "a.example:8443, https://a.example:8443/x, true",
        "a.example:8443, https://a.example/x, false",
        "a.example:*, https://a.example:22/x, true",
        "a.example, https://b.a.example/x, false",
        "a.example, https://xa.example/x, false",
        "*.example, https://a.example/x, true",
        "*.example, https://b.a.example/x, true",
        "*.example, https://example/x, false",
        "*.example, https://a.example.evil/x, false",
        "*.example, https://aexample/x, false",
        "*, https://any.example/x, true",
        "*, https://any.example:8443/x, false",
        "*:*, https://any.example:8443/x, true",
        "'a.example, b.example', https://b.example/x, true",
        "192.0.2.1, https://192.0.2.1/x, true",
        "'[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/x', true",
        "'[2001:db8::1]', 'https://[2001:db8::1]:8443/x', false"
    })
    void urlIsAllowedIfAPatternMatchesItsHostAndPort(String patterns, String url, boolean allowed) {
        assertThat(AllowedHosts.parse(patterns).allow(WebhookUrl.of(url))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example",
                "a.example/x",
                "a*.example",
                "**.example",
                "*.*",
                "a b",
                "a.example:",
                "a.example:0",
                "a.example:65536",
                "a.example:080",
                "a.example:x",
                "a@b",
                "2130706433",
                "*.1",
                "a."
            })
    void otherPatternsAreRefused(String patterns) {
        assertThatThrownBy(() -> AllowedHosts.parse(patterns)).isInstanceOf(IllegalArgumentException.class);
    }
}
