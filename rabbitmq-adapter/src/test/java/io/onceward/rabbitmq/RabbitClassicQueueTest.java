// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.contract.ReceivingContract;
import io.onceward.contract.TwoWayBroker;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Classic queues, which count no deliveries. */
@Timeout(120)
@Tag("only-in-full")
class RabbitClassicQueueTest implements ReceivingContract {

    private static TestRabbit rabbit;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @Override
    public TwoWayBroker broker() {
        return new RabbitUnderTest(rabbit, RabbitUnderTest.CLASSIC);
    }
}
