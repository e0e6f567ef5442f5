// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;

class KafkaErrorsTest {

    @Test
    void reasonOfTheClientEndsWithOneFullStop() {
        assertThat(KafkaErrors.tooLarge("orders", new RecordTooLargeException("The message is larger than 1048576.")))
                .hasMessageContaining("larger than 1048576. Raise max.message.bytes");
        assertThat(KafkaErrors.tooLarge("orders", new RecordTooLargeException("The message is larger than 1048576")))
                .hasMessageContaining("larger than 1048576. Raise max.message.bytes");
    }
}
