// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import java.sql.SQLException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Commits that the database refuses, in a datasource without XA, while the queue is quiet: the relay then publishes what was recorded without
 * reading it, and relies on what the server says of the commit.
 */
@ExtendWith(ArquillianExtension.class)
public class RefusedCommitScenario {

    private static final String DATASOURCE = "jdbc/postgresql";

    @EJB
    Transfer transfer;

    @EJB
    Queues queues;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "refusedcommit",
                        Await.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Transfer.class,
                        Ending.class),
                "onceward.schema=create",
                "onceward.table-prefix=rc_",
                "onceward.datasource=" + DATASOURCE);
    }

    @Test
    void onlyEventsOfCommittedTransactionsArePublished() throws SQLException {
        transfer.createTables(DATASOURCE);
        queues.drain(TransactionsScenario.QUEUE);
        for (int i = 0; i < 10; i++) {
            String good = "good " + i;
            transfer.record(DATASOURCE, good, Ending.COMMIT);
            assertThat(queues.receive(TransactionsScenario.QUEUE).text()).isEqualTo(good);
            String bad = "bad " + i;
            assertThatThrownBy(() -> transfer.record(DATASOURCE, bad, Ending.REFUSED_COMMIT))
                    .isNotNull();
            assertThat(transfer.rows(DATASOURCE, bad)).isZero();
        }
        transfer.record(DATASOURCE, "last", Ending.COMMIT);
        assertThat(queues.receive(TransactionsScenario.QUEUE).text()).isEqualTo("last");
        assertThat(queues.drain(TransactionsScenario.QUEUE)).isEmpty();
    }
}
