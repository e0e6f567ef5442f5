// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("only-in-full")
class OpenMqContractTest implements ReceivingContract {

    @TempDir
    private static Path folder;

    private static OpenMqProcess process;

    @BeforeAll
    static void startBroker() throws Exception {
        process = new OpenMqProcess(folder).start();
    }

    @AfterAll
    static void stopBroker() {
        process.close();
    }

    @Override
    public TwoWayBroker broker() {
        return new OpenMqUnderTest(process);
    }
}
