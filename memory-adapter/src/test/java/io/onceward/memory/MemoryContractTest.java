// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.contract.BrokerContract;
import io.onceward.contract.TwoWayBroker;
import java.util.UUID;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MemoryContractTest implements BrokerContract {

    private final TwoWayBroker broker = new MemoryUnderTest("b-" + UUID.randomUUID());

    @Override
    public TwoWayBroker broker() {
        return broker;
    }
}
