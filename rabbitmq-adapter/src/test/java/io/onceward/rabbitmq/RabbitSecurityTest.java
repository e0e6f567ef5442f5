// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.contract.SecuredBroker;
import io.onceward.contract.SecurityContract;
import io.onceward.fixture.Certificates;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The adapter uses the trusted certificates of the JVM. */
@Tag("only-in-full")
@Timeout(120)
class RabbitSecurityTest implements SecurityContract {

    @TempDir
    private static Path folder;

    private static SSLContext before;
    private static SecuredRabbit rabbit;

    @BeforeAll
    static void start() throws Exception {
        Certificates certificates = new Certificates(folder);
        rabbit = new SecuredRabbit(certificates);
        before = SSLContext.getDefault();
        SSLContext.setDefault(certificates.trusting());
    }

    @AfterAll
    static void stop() {
        if (before != null) {
            SSLContext.setDefault(before);
        }
        if (rabbit != null) {
            rabbit.close();
        }
    }

    @Override
    public SecuredBroker secured() {
        return rabbit;
    }
}
