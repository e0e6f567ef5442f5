// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.EmbeddedH2;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JmxTest {

    private static final Jta JTA = new Jta();
    private static final String OUTBOX = "io.onceward:type=Outbox,application=\"my, shop\"";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private AgroalDataSource pool;
    private Engine engine;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        publisher.refuse(event -> true);
        engine = new Nodes(JTA, publisher)
                .open(Map.of("onceward.schema", "create", "onceward.relay.max-attempts", "1"), Runnable::run, pool);
        engine.manageAs("my, shop");
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(1));
        pool.close();
    }

    @Test
    void queueIsSeenAndChangedWithTypesOfTheJdkAlone() throws Exception {
        JTA.inTransaction(() ->
                engine.recording("orders").record("x", OutboxMetadata.none().withId("one")));

        CompositeData[] queues = (CompositeData[]) server.getAttribute(new ObjectName(OUTBOX), "Backlog");
        assertThat(queues).hasSize(1);
        assertThat(queues[0].getAll(new String[] {"queue", "parked", "pending", "paused"}))
                .containsExactly("orders", 1L, 0L, false);
        assertThat((String) queues[0].get("lastError")).contains("the broker refuses one");
        CompositeData[] events = (CompositeData[]) invoke("find", "parked", "orders", "", "", "refuses");
        assertThat(events).singleElement().satisfies(event -> assertThat(event.get("id"))
                .isEqualTo("one"));
        assertThat((CompositeData[]) invoke("find", "PENDING", null, null, null, null))
                .isEmpty();

        assertThat(invoke("pause", "orders")).isEqualTo(true);
        assertThat((String[]) server.getAttribute(new ObjectName(OUTBOX), "Paused"))
                .containsExactly("orders");
        assertThat(invoke("requeue", "", "one", "", "")).isEqualTo(1);
        assertThat(invoke("discard", "", "one", "", "")).isEqualTo(0);
        assertThat(invoke("purge", "orders", "", "")).isEqualTo(1);
        assertThat(invoke("resume", "orders")).isEqualTo(true);
    }

    @Test
    void groupOfFailuresIsChangedByItsDatasourceQueueAndCause() throws Exception {
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        server.getAttribute(new ObjectName(OUTBOX), "Backlog");
        assertThat(server.getMBeanInfo(new ObjectName(OUTBOX)).getAttributes())
                .extracting(attribute -> attribute.getName())
                .containsExactlyInAnyOrder("Backlog", "Paused");
        CompositeData group = ((CompositeData[]) invoke("failures"))[0];
        String datasource = (String) group.get("datasource");
        String cause = (String) group.get("cause");
        for (String operation : List.of("requeueFailures", "discardFailures")) {
            assertThatThrownBy(() -> invoke(operation, datasource, "", cause))
                    .cause()
                    .isExactlyInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> invoke(operation, "", "orders", cause))
                    .cause()
                    .isExactlyInstanceOf(IllegalArgumentException.class);
        }
        assertThat(invoke("discardFailures", "another", "orders", cause)).isEqualTo(0);
        assertThat(invoke("discardFailures", datasource, "orders", cause)).isEqualTo(1);
    }

    @Test
    void nodesAndLanesAreSeen() throws Exception {
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        ObjectName cluster = new ObjectName("io.onceward:type=Cluster,application=\"my, shop\"");
        CompositeData[] nodes = (CompositeData[]) server.getAttribute(cluster, "Nodes");
        assertThat(nodes).singleElement().satisfies(node -> {
            assertThat(node.get("self")).isEqualTo(true);
            assertThat((String[]) node.get("queues")).containsExactly("outbox:orders");
        });
        CompositeData[] lanes = (CompositeData[]) server.getAttribute(cluster, "Lanes");
        assertThat(lanes).singleElement().satisfies(queue -> {
            assertThat(queue.getAll(new String[] {"side", "queue", "lanes", "free", "application"}))
                    .containsExactly("outbox", "orders", 64, 0, "test");
            assertThat((String) queue.get("policy")).startsWith("max-attempts=1, ");
            assertThat(((TabularData) queue.get("owned"))
                            .get(new Object[] {nodes[0].get("identity")})
                            .get("value"))
                    .isEqualTo(64);
        });
    }

    /** Covers the late start of an application that is being undeployed. */
    @Test
    void stoppedEngineHasNoMBeans() throws Exception {
        engine.stop(Duration.ofSeconds(1));
        engine.manageAs("my, shop");
        assertThat(server.isRegistered(new ObjectName(OUTBOX))).isFalse();
    }

    @Test
    void errorsAreExceptionsOfTheJdkOnly() {
        assertThatThrownBy(() -> invoke("purge", "", "", ""))
                .isInstanceOf(RuntimeMBeanException.class)
                .cause()
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("OWD-0162")
                .hasNoCause();
        assertThatThrownBy(() -> invoke("find", "<b>", "", "", "", ""))
                .cause()
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("State '<b>' is unknown. Use one of [PENDING, DELAYED, RETRYING, BLOCKED, PARKED].");
    }

    @Test
    void applicationsOfOneNameStandBesideEachOtherAndLeaveNothingBehind() throws Exception {
        Engine other = new Nodes(JTA, publisher).open(Map.of(), Runnable::run, pool);
        other.manageAs("my, shop");
        assertThat(names()).hasSize(8).contains(OUTBOX, OUTBOX + ",instance=2");

        engine.stop(Duration.ofSeconds(1));
        assertThat(names()).hasSize(4).contains(OUTBOX + ",instance=2");
        other.stop(Duration.ofSeconds(1));
        assertThat(names()).isEmpty();
        other.stop(Duration.ofSeconds(1));
    }

    private Set<String> names() throws JMException {
        Set<String> names = new TreeSet<>();
        server.queryNames(new ObjectName("io.onceward:*"), null).forEach(name -> names.add(name.toString()));
        return names;
    }

    private Object invoke(String operation, String... arguments) throws JMException {
        String[] types =
                Arrays.stream(arguments).map(each -> "java.lang.String").toArray(String[]::new);
        return server.invoke(new ObjectName(OUTBOX), operation, arguments, types);
    }
}
