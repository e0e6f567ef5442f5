// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {

    @ParameterizedTest
    @CsvSource({
        "2f1c8a5e-0b7d-4f4e-9a51-0c6a6f1d2e3f, 2f1c8a5e-0b7d-4f4e-9a51-0c6a6f1d2e3f",
        "a.1614265330, a%2E1614265330",
        "a b\"c, a%20b%22c",
        "Ü/1, %C3%9C%2F1"
    })
    void idHasNoDotAndNothingThatHttpChanges(String id, String encoded) {
        assertThat(PercentEncoding.id(id)).isEqualTo(encoded);
    }

    @Test
    void attributeIsEncodedAsTheHttpBindingOfCloudEventsRequires() {
        assertThat(PercentEncoding.attribute("Euro € \uD83D\uDE00 \"100%\""))
                .isEqualTo("Euro%20%E2%82%AC%20%F0%9F%98%80%20%22100%25%22");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"acme", "a b", " a ", "   ", "", "100%", "a\r\nX-Evil: 1", "\u0000", "größe", "\t", "a\u007Fb"})
    void valueIsPrintableAndDecodedWithoutLoss(String value) {
        String encoded = PercentEncoding.value(value);
        assertThat(encoded.chars()).allMatch(c -> c >= ' ' && c <= '~');
        assertThat(encoded).isEqualTo(encoded.strip());
        assertThat(URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8))
                .isEqualTo(value);
    }
}
