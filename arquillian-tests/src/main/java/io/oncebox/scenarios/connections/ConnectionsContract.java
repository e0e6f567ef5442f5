// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.support.Await;
import io.oncebox.scenarios.support.ConsumedMessage;
import io.oncebox.scenarios.support.Queues;
import jakarta.ejb.EJB;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More messages at once than the pool has connections, for a handler that reads by JPA while it holds its claim. */
@ExtendWith(ArquillianExtension.class)
abstract class ConnectionsContract {

    /** The number of connections in the documented configurations. */
    static final int POOL = 32;

    private static final int MESSAGES = 60;

    private static final String QUEUE = "connections";

    /** Shorter than the time after which the pool of any server refuses a connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private static final Duration READS = Duration.ofSeconds(15);

    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="connections" transaction-type="JTA">
                <jta-data-source>jdbc/postgresql</jta-data-source>
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

    /** @param property a further property of the persistence unit */
    static WebArchive application(String name, Class<?> scenario, String property, String... configuration) {
        return Deployments.configured(
                        Deployments.application(
                                name,
                                scenario,
                                ConnectionsContract.class,
                                Await.class,
                                ConsumedMessage.class,
                                Entry.class,
                                Ledger.class,
                                Queues.class,
                                Receiver.class),
                        Stream.concat(
                                        Stream.of("oncebox.schema=create", "oncebox.datasource=jdbc/postgresql"),
                                        Stream.of(configuration))
                                .toArray(String[]::new))
                .addAsResource(
                        new StringAsset(PERSISTENCE.formatted(Entry.class.getName(), property)),
                        "META-INF/persistence.xml");
    }

    @Test
    void eachOfManyMessagesIsHandledByItsFirstDelivery() {
        queues.drain("DLQ");
        List<String> ids =
                IntStream.range(0, MESSAGES).mapToObj(i -> "message " + i).toList();
        long start = System.nanoTime();
        ids.forEach(id -> queues.send(QUEUE, id, Map.of("oncebox_id", getClass().getSimpleName() + " " + start + id)));
        Receiver.allAreSent();
        Await.until(
                PATIENCE,
                () -> MESSAGES + " calls; there were " + Receiver.HANDLED + ", begun by " + Receiver.begun(),
                () -> Receiver.HANDLED.get() >= MESSAGES);
        Await.until("an empty queue", () -> queues.depth(QUEUE) == 0);
        assertThat(ledger.entries()).extracting(Entry::getId).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(ledger.entries()).noneMatch(Entry::isRedelivered);
        assertThat(ledger.entries()).allMatch(entry -> entry.getMillis() < READS.toMillis());
        assertThat(queues.drain("DLQ")).isEmpty();
    }
}
