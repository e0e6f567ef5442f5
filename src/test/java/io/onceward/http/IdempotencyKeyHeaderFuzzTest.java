// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.fixture.MalformedText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class IdempotencyKeyHeaderFuzzTest {

    @Test
    void anyHeaderIsAKeyOrNone() {
        MalformedText.each(IdempotencyKeyHeaderFuzzTest::isAKeyOrNone);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isAKeyOrNone(MalformedText.of(data));
    }

    private static void isAKeyOrNone(MalformedText malformed) {
        String header = malformed.text("\"", "\\\"", "\\\\", "8e03978e-40d5-43e8-bc93-6894a57f9324", "a", ";p=1");
        Optional<String> key = IdempotencyKeyHeader.parse(List.of(header));
        if (key.isPresent()) {
            assertThat(key.get()).isNotBlank().hasSizeLessThanOrEqualTo(255).matches("[ -~]+");
            String quoted = '"' + key.get().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            assertThat(IdempotencyKeyHeader.parse(List.of(quoted))).isEqualTo(key);
        }
    }
}
