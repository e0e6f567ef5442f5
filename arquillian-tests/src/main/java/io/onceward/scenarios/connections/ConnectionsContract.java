// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.SmallPool;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.LogLines;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.enterprise.inject.spi.Extension;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * More messages at once than the pool has connections, for a handler that reads by JPA while it holds its claim. The handlers read
 * only when as many as possible hold a claim.
 */
@ExtendWith(ArquillianExtension.class)
abstract class ConnectionsContract {

    static final int POOL = SmallPool.CONNECTIONS;

    private static final int MESSAGES = 60;

    private static final String QUEUE = "connections";

    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="connections" transaction-type="JTA">
                <jta-data-source>%s</jta-data-source>
                <class>%s</class>
                <properties>
                  <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
                  %s
                </properties>
              </persistence-unit>
            </persistence>
            """;

    @EJB
    Queues queues;

    @EJB
    Ledger ledger;

    private final int together;

    /** @param together how many handlers can hold a claim at the same time */
    ConnectionsContract(int together) {
        this.together = together;
    }

    /** @param property a further property of the persistence unit */
    static WebArchive application(String name, Class<?> scenario, String property, String... configuration) {
        return Deployments.configured(
                        Deployments.application(
                                name,
                                scenario,
                                ConnectionsContract.class,
                                Await.class,
                                ConsumedMessage.class,
                                DeploymentLog.class,
                                Entry.class,
                                Ledger.class,
                                LogLines.class,
                                Queues.class,
                                Receiver.class),
                        Stream.concat(
                                        Stream.of("onceward.schema=create", "onceward.datasource=" + SmallPool.NAME),
                                        Stream.of(configuration))
                                .toArray(String[]::new))
                .addAsServiceProvider(Extension.class, DeploymentLog.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml") // with an extension, no bean is found without it
                .addAsResource(
                        new StringAsset(PERSISTENCE.formatted(SmallPool.NAME, Entry.class.getName(), property)),
                        "META-INF/persistence.xml");
    }

    @Test
    void eachOfManyMessagesIsHandledOnce() {
        queues.drain("DLQ");
        List<String> ids =
                IntStream.range(0, MESSAGES).mapToObj(i -> "message " + i).toList();
        long start = System.nanoTime();
        ids.forEach(
                id -> queues.send(QUEUE, id, Map.of("onceward_id", getClass().getSimpleName() + " " + start + id)));
        try {
            Await.until(
                    () -> together + " handlers at the same time; there were " + Receiver.most(),
                    () -> Receiver.most() >= together);
        } finally {
            Receiver.release();
        }
        Await.until(
                () -> MESSAGES + " messages; there were " + Receiver.handled() + ", and " + Receiver.failed()
                        + " failed",
                () -> Receiver.handled() >= MESSAGES);
        Await.until("all effects", () -> ledger.entries().size() >= MESSAGES);
        Await.until("an empty queue", () -> queues.depth(QUEUE) == 0);
        assertThat(ledger.entries()).extracting(Entry::getId).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(queues.drain("DLQ")).isEmpty();
        assertThat(Receiver.most()).isEqualTo(together);
        verify(DeploymentLog.warnings(), ledger.entries());
    }

    /**
     * Verifies that the remedy works.
     *
     * @param warnings the warnings of a second connection
     */
    void verify(List<String> warnings, List<Entry> entries) {
        assertThat(warnings).isEmpty();
        assertThat(entries).noneMatch(Entry::isRedelivered);
        assertThat(Receiver.failed()).isZero();
    }
}
