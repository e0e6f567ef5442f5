// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.smoke;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import jakarta.ejb.EJB;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server's documented configuration does what the other scenarios stand on: messages, and both databases. */
@ExtendWith(ArquillianExtension.class)
public class SmokeScenario {

    static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();

    @EJB
    Sender sender;

    @EJB
    Rows rows;

    @Deployment
    static WebArchive application() {
        return Deployments.withoutOnceward("smoke", Sender.class, Receiver.class, Rows.class);
    }

    @Test
    void aSentMessageReachesTheMessageDrivenBean() throws InterruptedException {
        sender.send("hello");

        assertThat(RECEIVED.poll(20, TimeUnit.SECONDS)).isEqualTo("hello");
    }

    @Test
    void aRolledBackMessageDoesNotArrive() throws InterruptedException {
        try {
            sender.sendAndFail("never");
        } catch (RuntimeException expected) {
            assertThat(expected).hasStackTraceContaining("on purpose");
        }
        sender.send("after");

        assertThat(RECEIVED.poll(20, TimeUnit.SECONDS)).isEqualTo("after");
    }

    @Test
    void theDefaultDatasourceStoresARow() throws SQLException {
        assertThat(rows.inDefault()).isEqualTo(1);
    }

    @Test
    void postgresStoresARow() throws SQLException {
        assertThat(rows.inPostgres()).isEqualTo(1);
    }
}
