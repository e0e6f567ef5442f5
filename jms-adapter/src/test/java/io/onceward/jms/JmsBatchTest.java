// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.messaging.LimitedConsumer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JmsBatchTest {

    /** The default of mp.messaging.incoming.CHANNEL.batch-size is larger. */
    @Test
    void batchHasAsManyMessagesAsOpenMqLetsATransactionAcknowledge() throws Exception {
        assertThat(JmsBatch.receive(new LimitedConsumer(), 500, Duration.ofSeconds(1)))
                .hasSize(100);
        assertThat(JmsBatch.receive(new LimitedConsumer(), 50, Duration.ofSeconds(1)))
                .hasSize(50);
    }
}
