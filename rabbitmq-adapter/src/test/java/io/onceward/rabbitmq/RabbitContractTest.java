// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.contract.BrokerContract;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.OnlyWithAllServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@OnlyWithAllServers
class RabbitContractTest implements BrokerContract {

    private static TestRabbit rabbit;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @Override
    public TwoWayBroker broker() {
        return new RabbitUnderTest(rabbit, RabbitUnderTest.QUORUM);
    }
}
