// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "correlationId", "traceparent", "X-Request-Id", "a_b", "a.b", "content-language"})
    void tokenIsLegal(String name) {
        assertThat(HeaderName.illegal(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a b, 'a-b'",
        "größe, 'gr--e'",
        "a:b, 'a-b'",
        "'Host', 'event-Host'",
        "content-length, 'event-content-length'",
        "Content_Length, 'event-Content_Length'",
        "Transfer-Encoding, 'event-Transfer-Encoding'",
        "authorization, 'event-authorization'",
        "webhook-id, 'event-webhook-id'",
        "WEBHOOK_SIGNATURE, 'event-WEBHOOK_SIGNATURE'",
        "ce-id, 'event-ce-id'",
        "proxy-x, 'event-proxy-x'",
        "x-forwarded-for, 'event-x-forwarded-for'",
        "X-Real-IP, 'event-X-Real-IP'",
        "x-original-url, 'event-x-original-url'",
        "idempotency-key, 'event-idempotency-key'",
        "onceward-type, 'event-onceward-type'"
    })
    void otherNameIsRefusedWithALegalOne(String name, String instead) {
        assertThat(HeaderName.illegal(name))
                .hasValueSatisfying(illegal -> assertThat(illegal.instead()).isEqualTo("'" + instead + "'"));
        assertThat(HeaderName.illegal(instead)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\r\nX: y", "a\nb", "a\u0000b", "a\tb", "host\r\n ", "a(b)"})
    void nameThatWouldAddAHeaderIsRefused(String name) {
        assertThat(HeaderName.illegal(name)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 10_000})
    void longNameIsRefused(int length) {
        assertThat(HeaderName.illegal("a".repeat(length))).isPresent();
    }
}
