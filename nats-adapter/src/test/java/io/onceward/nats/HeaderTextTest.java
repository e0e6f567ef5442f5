// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "a b",
                " a ",
                "%",
                "%41",
                "a\r\nb: c",
                "Gr\u00f6\u00dfe",
                "\uD83D\uDE00",
                "\u007F",
                "\t"
            })
    void textIsTheSameAfterEncodingAndDecoding(String text) {
        String encoded = HeaderText.encode(text);
        assertThat(encoded.chars()).allMatch(c -> c >= ' ' && c < 127);
        assertThat(encoded).isEqualTo(encoded.strip());
        assertThat(HeaderText.decode(encoded)).isEqualTo(text);
    }

    @Test
    void otherValueIsReturnedUnchanged() {
        for (String value : new String[] {"100%", "%zz", "%4", "%ff", "a%", "50% off"}) {
            assertThat(HeaderText.decode(value)).isEqualTo(value);
        }
    }
}
