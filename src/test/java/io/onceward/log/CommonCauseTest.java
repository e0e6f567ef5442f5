// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommonCauseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "java.lang.IllegalStateException: Order 17 not found | java.lang.IllegalStateException: Order … not found",
                "a.B: no <- com.acme.V2Exception: customer-42 is gone | com.acme.V2Exception: … is gone",
                "com.acme.V2Exception | com.acme.V2Exception",
                "AMQ229032: User: shop has no permission='SEND' on address orders | AMQ229032: User: shop has no permission=… on"
                        + " address orders",
                "java.sql.SQLException: ORA-00942: table \"T1\" | java.sql.SQLException: ORA-00942: table …",
                "it can't find 'a b' and doesn't try | it can't find … and doesn't try",
                "event 0192f4c1-7a00-7000-8000-00000000000a | event …",
                "no account joe@example.com, sorry | no account …, sorry",
                "com.acme.Order@deadbeef is unknown | … is unknown",
                "late since 2026-11-30T12:00:00.5Z, by 10.0.0.1:8443 | late since …, by …",
                "Orders 1, 2, 3 and 4 | Orders … and …",
                "size -1.5 of 1,024B | size … of …",
                "Größe 5ß in Straße7 | Größe … in …",
            })
    void valuesAreLeftOut(String error, String common) {
        assertThat(CommonCause.of(error)).isEqualTo(common);
    }

    @Test
    void causeIsOnOneLineAndBounded() {
        assertThat(CommonCause.of("a\n\tb\u0007c")).isEqualTo("a b c");
        assertThat(CommonCause.of(null)).isEqualTo("none");
        assertThat(CommonCause.of(" \n")).isEqualTo("none");
        assertThat(CommonCause.of("x".repeat(400))).isEqualTo("x".repeat(299) + "…");
        assertThat(CommonCause.of("\uD83D\uDE00".repeat(200))).hasSize(299).endsWith("\uDE00…");
    }

    /** The time of the expressions must not grow with the square of the length. */
    @Test
    void hostileErrorsAreReadToo() {
        for (String part : new String[] {"x", "1", "'", "\"", "@", " '", "x@", "… ", "-", "x'y"}) {
            assertThat(CommonCause.of(part.repeat(100_000 / part.length()))).hasSizeLessThanOrEqualTo(300);
        }
    }
}
