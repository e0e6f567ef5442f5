// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdempotencyFilterTest {

    @ParameterizedTest
    @CsvSource({"1, 2", "4, 5", "5, 5", "2147483647, 5"})
    void bodyIsReadUpToAByteMoreThanTheLimit(int limit, int read) throws IOException {
        assertThat(IdempotencyFilter.moreThan(limit, new ByteArrayInputStream(new byte[5])))
                .hasSize(read);
    }
}
