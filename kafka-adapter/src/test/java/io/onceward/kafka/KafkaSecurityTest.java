// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.contract.SecuredBroker;
import io.onceward.contract.SecurityContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("only-in-full")
@Timeout(120)
class KafkaSecurityTest implements SecurityContract {

    @TempDir
    private static Path folder;

    private static SecuredKafka kafka;

    @BeforeAll
    static void start() throws Exception {
        kafka = new SecuredKafka(folder);
    }

    @AfterAll
    static void stop() {
        if (kafka != null) {
            kafka.close();
        }
    }

    @Override
    public SecuredBroker secured() {
        return kafka;
    }
}
