// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.FreePort;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.OnlyWithAllServers;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.artemis.core.config.ClusterConnectionConfiguration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The warning about connection factories of Artemis whose connections lead to several active brokers. */
@OnlyWithAllServers
class ArtemisBrokersTest extends FactoryChecks {

    private final LogLines log = new LogLines();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private List<String> warnings() {
        return log.all().stream().filter(line -> line.startsWith("OWD-1249")).toList();
    }

    private void assertWarnsOnce(String reason) {
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("'" + NAME + "'")
                .contains(reason);
    }

    /** The result does not matter: of brokers that do not know each other, only one has the temporary queue. */
    private void check(ConnectionFactory factory) {
        assertNotRefused(() -> localPublisher(factory).check(NAME, new Direct()));
        assertNotRefused(() -> localSource(factory).check(NAME, new Direct()));
    }

    private static void assertNotRefused(ThrowingCallable check) {
        Throwable failure = catchThrowable(check);
        assertThat(failure == null || failure instanceof UndecidedException)
                .as("result " + failure)
                .isTrue();
    }

    private static ActiveMQConnectionFactory factory(String parameters, int... ports) {
        StringBuilder addresses = new StringBuilder();
        for (int port : ports) {
            addresses.append(addresses.isEmpty() ? "" : ",").append("tcp://127.0.0.1:" + port);
        }
        return new ActiveMQConnectionFactory("(" + addresses + ")?" + parameters);
    }

    /** Without a cluster, all connections lead to the broker that the first one has found, unless the topology is ignored. */
    @ParameterizedTest
    @CsvSource({
        "ha=false, its address has 2 brokers",
        "useTopologyForLoadBalancing=false, its connections lead to",
        "useTopologyForLoadBalancing=false&ha=true, its connections lead to"
    })
    void twoBrokersAreNamedOnce(String parameters, String reason, @TempDir Path folderOfOther) throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folderOfOther).start();
                ActiveMQConnectionFactory both = factory(parameters, broker.port(), other.port())) {
            check(both);
            assertWarnsOnce(reason);
            Await.until("no connection", () -> other.connections() == 0);
        }
    }

    /** The client learns the address of the other broker from the first one. */
    @Test
    void clusterIsSeenThroughTheAddressOfOneBroker(@TempDir Path one, @TempDir Path two) throws Exception {
        ArtemisBroker first = new ArtemisBroker(one);
        ArtemisBroker second = new ArtemisBroker(two);
        join(first, second);
        join(second, first);
        try (first;
                second) {
            first.start();
            second.start();
            Await.until("a cluster", () -> isCluster(first));
            try (ActiveMQConnectionFactory alone = factory("useTopologyForLoadBalancing=false", first.port())) {
                check(alone);
                assertThat(warnings()).isEmpty();
            }
            try (ActiveMQConnectionFactory balanced = factory("", first.port())) {
                check(balanced);
                assertWarnsOnce("its connections lead to");
            }
        }
    }

    @Test
    void oneActiveBrokerIsNotNamed() throws Exception {
        try (ActiveMQConnectionFactory failover = factory("ha=true", broker.port(), FreePort.find())) {
            check(failover);
            check(broker.connectionFactory());
            assertThat(warnings()).isEmpty();
        }
    }

    private static void join(ArtemisBroker broker, ArtemisBroker other) {
        broker.configure(configuration -> {
            try {
                configuration
                        .addConnectorConfiguration("here", "tcp://127.0.0.1:" + broker.port())
                        .addConnectorConfiguration("there", "tcp://127.0.0.1:" + other.port())
                        .setClusterUser("relay")
                        .setClusterPassword("relay")
                        .addClusterConfiguration(new ClusterConnectionConfiguration()
                                .setName("cluster")
                                .setConnectorName("here")
                                .setRetryInterval(100)
                                .setStaticConnectors(List.of("there")));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Returns whether a second connection finds another broker, while the first one is open. */
    private static boolean isCluster(ArtemisBroker broker) {
        try (ActiveMQConnectionFactory factory = factory("", broker.port());
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            return ArtemisBrokers.connected(factory, session).size() > 1;
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
