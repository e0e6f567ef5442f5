// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.artemis.Broker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ArtemisContractTest implements BrokerContract {

    @TempDir
    private static Path folder;

    private static ArtemisProcess process;

    @BeforeAll
    static void startBroker() throws Exception {
        process = new ArtemisProcess(folder, Broker.class).start();
    }

    @AfterAll
    static void stopBroker() {
        process.close();
    }

    @Override
    public TwoWayBroker broker() {
        return new ArtemisUnderTest(process);
    }
}
