// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.contract.SecuredBroker;
import io.onceward.contract.SecurityContract;
import io.onceward.fixture.NatsBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("only-in-full")
@Timeout(120)
class NatsSecurityTest implements SecurityContract {

    @TempDir
    private static Path folder;

    private static SecuredNats nats;

    @BeforeAll
    static void start() throws Exception {
        NatsBroker.requireInstalled();
        nats = new SecuredNats(folder);
        nats.start();
    }

    @AfterAll
    static void stop() {
        if (nats != null) {
            nats.close();
        }
    }

    @Override
    public SecuredBroker secured() {
        return nats;
    }
}
