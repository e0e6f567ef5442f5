// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyHeaderTest {

    @Test
    void stringOfAStructuredFieldIsTheKey() {
        assertThat(parse("\"8e03978e-40d5-43e8-bc93-6894a57f9324\"")).hasValue("8e03978e-40d5-43e8-bc93-6894a57f9324");
        assertThat(parse("  \"with blanks, and more;\"  ")).hasValue("with blanks, and more;");
        assertThat(parse("\"a \\\"b\\\" \\\\ c\"")).hasValue("a \"b\" \\ c");
    }

    @Test
    void tokenIsTheSameKeyAsInQuotes() {
        assertThat(parse("8e03978e-40d5")).isEqualTo(parse("\"8e03978e-40d5\"")).hasValue("8e03978e-40d5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\"\"",
                "\"  \"",
                "\"open",
                "open\"",
                "two words",
                "a,b",
                "\"a\", \"b\"",
                "\"a\";p=1",
                "\"a\\b\"",
                "\"ü\"",
                "ü",
                "\"a\tb\""
            })
    void whatIsNeitherIsNone(String value) {
        assertThat(parse(value)).isEmpty();
    }

    @Test
    void missingOrRepeatedHeaderIsNoKey() {
        assertThat(IdempotencyKeyHeader.parse(null)).isEmpty();
        assertThat(IdempotencyKeyHeader.parse(List.of("a", "a"))).isEmpty();
    }

    @Test
    void tooLongKeyIsIgnored() {
        assertThat(parse("x".repeat(255))).isPresent();
        assertThat(parse("x".repeat(256))).isEmpty();
        assertThat(parse("\"" + "x".repeat(256) + "\"")).isEmpty();
        assertThat(parse("\"" + "\\\\".repeat(100_000) + "\"")).isEmpty();
    }

    private static java.util.Optional<String> parse(String value) {
        return IdempotencyKeyHeader.parse(List.of(value));
    }
}
