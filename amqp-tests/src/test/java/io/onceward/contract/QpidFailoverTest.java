// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After a failover the client says that a transaction rolled back, although its messages may be in the queue. */
@Tag("only-in-full")
@Timeout(120)
class QpidFailoverTest implements OutageContract {

    @TempDir
    private static Path folder;

    private static ArtemisProcess process;

    @BeforeAll
    static void startBroker() throws Exception {
        process = new ArtemisProcess(folder, AmqpBrokerMain.class).start();
    }

    @AfterAll
    static void stopBroker() {
        process.close();
    }

    @Override
    public TwoWayBroker broker() {
        return QpidUnderTest.failover(process);
    }
}
