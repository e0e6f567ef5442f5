// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import io.oncebox.contract.BrokerContract;
import io.oncebox.contract.TwoWayBroker;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class RabbitContractTest implements BrokerContract {

    private static TestRabbit rabbit;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @Override
    public TwoWayBroker broker() {
        return new RabbitUnderTest(rabbit);
    }
}
