// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.contract.BrokerContract;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.OnlyWithAllServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@OnlyWithAllServers
class KafkaContractTest implements BrokerContract {

    private static TestCluster cluster;

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.start();
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    @Override
    public TwoWayBroker broker() {
        return new KafkaUnderTest(cluster);
    }
}
