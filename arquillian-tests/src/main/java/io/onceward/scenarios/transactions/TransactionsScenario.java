// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A row and a message in one transaction. What the server's own messaging makes of it, with XA and without, differs by
 * server, and is written down in the runner's {@code transactions.properties}; the outbox keeps them together
 * everywhere, with XA and without.
 */
@ExtendWith(ArquillianExtension.class)
public class TransactionsScenario {

    static final String QUEUE = "transactions";
    static final String XA_DATASOURCE = "jdbc/postgresqlXA";
    private static final String DATASOURCE = "jdbc/postgresql";
    private static final String LOCAL_FACTORY = "jms/localConnectionFactory";
    private static final String WHAT_THE_SERVER_DOES = "transactions.properties";

    @EJB
    Transfer transfer;

    @EJB
    Queues queues;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                        Deployments.application(
                                "transactions",
                                Await.class,
                                Queues.class,
                                ConsumedMessage.class,
                                Transfer.class,
                                Ending.class,
                                Receiver.class),
                        "onceward.schema=create",
                        "onceward.table-prefix=xa_",
                        "onceward.datasource=" + XA_DATASOURCE)
                .addAsResource(WHAT_THE_SERVER_DOES);
    }

    @BeforeEach
    void createTables() throws SQLException {
        if (transfer != null) { // in the server, not in the test's own process
            transfer.createTables(DATASOURCE);
            queues.drain(QUEUE);
            queues.drain("DLQ");
        }
    }

    // ---- the server's own messaging

    @Test
    void messagingWithXaAndDatabaseWithXa() throws Exception {
        verify("xa-xa", XA_DATASOURCE, Transfer.DEFAULT_FACTORY);
    }

    @Test
    void messagingWithXaAndDatabaseWithoutAsLastResource() throws Exception {
        verify("xa-local", DATASOURCE, Transfer.DEFAULT_FACTORY);
    }

    @Test
    void messagingWithoutXaAndDatabaseWithXa() throws Exception {
        verify("local-xa", XA_DATASOURCE, LOCAL_FACTORY);
    }

    @Test
    void messagingWithoutXaAndDatabaseWithout() throws Exception {
        verify("local-local", DATASOURCE, LOCAL_FACTORY);
    }

    private void verify(String resources, String dataSource, String factory) throws SQLException, IOException {
        Map<String, String> outcome = new TreeMap<>();
        for (Ending ending : Ending.values()) {
            outcome.put(
                    resources + "." + ending, outcome(id -> transfer.send(dataSource, factory, id, ending), ending));
        }
        outcome.put(
                resources + ".FAILURES_AFTER_REFUSED_COMMIT",
                failuresUntilItWorks(id -> transfer.rows(dataSource, id)));
        Map<String, String> written = whatTheServerDoes(resources);
        written.replaceAll((name, either) ->
                List.of(either.split(" or ")).contains(outcome.get(name)) ? outcome.get(name) : either);
        assertThat(outcome).isEqualTo(written);
    }

    private Map<String, String> whatTheServerDoes(String resources) throws IOException {
        Properties written = new Properties();
        try (InputStream file = getClass().getClassLoader().getResourceAsStream(WHAT_THE_SERVER_DOES)) {
            written.load(file);
        }
        Map<String, String> ofTheseResources = new TreeMap<>();
        written.stringPropertyNames().stream()
                .filter(name -> name.startsWith(resources + "."))
                .forEach(name -> ofTheseResources.put(name, written.getProperty(name)));
        return ofTheseResources;
    }

    private String outcome(Step step, Ending ending) throws SQLException {
        String id = UUID.randomUUID().toString();
        boolean succeeded = succeeds(step, id);
        boolean row = transfer.rows(DATASOURCE, id) == 1;
        boolean message = queues.drain(QUEUE).stream().anyMatch(received -> id.equals(received.text()));
        String left = row && message ? "both" : row ? "row only" : message ? "message only" : "neither";
        return succeeded == (ending == Ending.COMMIT) ? left : left + (succeeded ? ", no exception" : ", exception");
    }

    /** A server's pool may keep connections that are of no use any more, and find out when a transaction gets one. */
    private String failuresUntilItWorks(Step step) {
        int failures = 0;
        while (!succeeds(step, "")) {
            failures++;
            assertThat(failures).as("transactions that failed in a row").isLessThan(10);
        }
        return failures == 0 ? "none" : "some";
    }

    private static boolean succeeds(Step step, String id) {
        try {
            step.run(id);
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private interface Step {
        void run(String id) throws Exception;
    }

    // ---- with Onceward

    @Test
    void anEventAndARowInADatasourceWithXaCommitOrRollBackTogether() throws SQLException {
        for (Ending ending : Ending.values()) {
            String id = UUID.randomUUID().toString();
            boolean succeeded = succeeds(event -> transfer.record(XA_DATASOURCE, event, ending), id);

            assertThat(succeeded).as(ending.name()).isEqualTo(ending == Ending.COMMIT);
            assertThat(transfer.rows(DATASOURCE, id)).as(ending.name()).isEqualTo(succeeded ? 1 : 0);
            failuresUntilItWorks(any -> transfer.recordLast(id));
            if (succeeded) {
                assertThat(queues.receive(QUEUE).text()).isEqualTo(id);
            }
            assertThat(queues.receive(QUEUE).text()).as(ending.name()).isEqualTo("after " + id);
        }
    }

    @Test
    void aMessageWhoseCommitTheDatabaseRefusesHasOneEffectInADatasourceWithXa() {
        String id = UUID.randomUUID().toString();
        queues.send("transfers", id, Map.of("onceward_id", id));
        Await.until("the effect of a redelivery", () -> rows(id) > 0);

        queues.send("transfers", id, Map.of("onceward_id", id));
        queues.send("transfers", id, Map.of("onceward_id", id));

        Await.until("an empty queue", () -> queues.depth("transfers") == 0);
        assertThat(rows(id)).isOne();
        assertThat(queues.drain("DLQ")).isEmpty();
    }

    private int rows(String id) {
        try {
            return transfer.rows(DATASOURCE, id);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
