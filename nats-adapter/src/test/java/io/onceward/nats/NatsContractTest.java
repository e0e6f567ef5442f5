// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.contract.BrokerContract;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.NatsBroker;
import io.onceward.fixture.OnlyWithAllServers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@OnlyWithAllServers
class NatsContractTest implements BrokerContract {

    @TempDir
    private static Path folder;

    private static NatsServer server;

    @BeforeAll
    static void startServer() throws Exception {
        NatsBroker.requireInstalled();
        server = new NatsServer(folder, NatsUnderTest.MAX_PAYLOAD).start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    public TwoWayBroker broker() {
        return new NatsUnderTest(server);
    }
}
