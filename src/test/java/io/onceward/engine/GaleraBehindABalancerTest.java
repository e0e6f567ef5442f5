// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.GaleraCluster;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A balancer gives the connections of one datasource to several nodes of Galera in turn. */
@Tag("only-in-full")
class GaleraBehindABalancerTest {

    private static final Jta JTA = new Jta();

    private static GaleraCluster cluster;

    private final AtomicInteger connections = new AtomicInteger();

    @BeforeAll
    static void start() throws Exception {
        cluster = GaleraCluster.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void readsThatMissCommitsOfAnotherNodeAreRefused() {
        assertThatThrownBy(() -> start("", 2))
                .hasMessageStartingWith("OWD-0232")
                .hasMessageContaining("wsrep_sync_wait");
    }

    @Test
    void readsThatWaitForOtherNodesAreAccepted() {
        start("?sessionVariables=wsrep_sync_wait=1", 2);
        start("?sessionVariables=wsrep_sync_wait=15", 2);
    }

    @Test
    void oneNodeIsAccepted() {
        start("", 1);
    }

    private void start(String parameters, int nodes) {
        new Nodes(JTA, new MemoryPublisher())
                .open(Map.of("onceward.schema", "create"), Runnable::run, balanced(parameters, nodes))
                .stop(Duration.ofSeconds(5));
    }

    private DataSource balanced(String parameters, int nodes) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> connect(connections.getAndIncrement() % nodes, parameters));
    }

    private static Connection connect(int node, String parameters) throws SQLException {
        return DriverManager.getConnection(cluster.url(node) + parameters, "root", "");
    }
}
