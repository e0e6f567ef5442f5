// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.observed;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.metrics.MetricsMXBean;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.OtlpCollector;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import jakarta.ejb.EJB;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** The counts and the health of an application, in JMX on every server and in each further feature that the server has. */
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@AnyMessaging
@SameInFamily
public class ObservedScenario {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @EJB
    Orders orders;

    @ArquillianResource
    private URL base;

    @Deployment
    static WebArchive application() {
        List<String> configuration = new ArrayList<>(List.of(OtlpCollector.configuration()));
        configuration.add("onceward.schema=create");
        configuration.add("onceward.datasource=jdbc/postgresql");
        configuration.add("onceward.table-prefix=observed_");
        return Deployments.configured(
                Deployments.application("observed", Await.class, Orders.class), configuration.toArray(String[]::new));
    }

    @Test
    @Order(1)
    void publishedEventIsCountedInJmx() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> names =
                server.queryNames(new ObjectName("io.onceward:type=Metrics,application=\"observed*\""), null);
        assertThat(names).hasSize(1);
        MetricsMXBean figures = JMX.newMXBeanProxy(server, names.iterator().next(), MetricsMXBean.class);

        orders.place("tea");

        // the confirmation, the removal of the row and the end of the transaction count one after the other
        Await.until("all figures are known", () -> Stream.of(
                        figures.getRecorded(), figures.getSent(), figures.getPublishLatency())
                .allMatch(figure -> figure.containsKey("observed")));
        assertThat(figures.getSent()).containsEntry("observed", 1L);
        assertThat(figures.getRecorded()).containsEntry("observed", 1L);
        assertThat(figures.getPublishLatency().get("observed").getCount()).isEqualTo(1);
    }

    @Test
    @Order(2)
    @RunAsClient
    void checksAreUpWhereTheServerHasThem() {
        String live = Http.get(server("/health/live"));
        if (ServerUnderTest.current().hasHealth()) {
            assertThat(live).startsWith("200 ").contains("onceward-live", "timerOverdueSeconds");
            // Events are counted before what published them has committed.
            Await.until("lastPublished", () -> Http.get(server("/health/ready")).contains("lastPublished"));
            assertThat(Http.get(server("/health/ready")))
                    .startsWith("200 ")
                    .contains("onceward-ready", "lastPublished", "outbox.pending")
                    .containsPattern("\"broker\" ?: ?\"reachable\"")
                    .containsPattern("\"relay\" ?: ?\"running\"");
        } else {
            assertThat(live).startsWith("404 ");
        }
    }

    @Test
    @Order(3)
    @RunAsClient
    void figuresAreInTheMetricsOfTheServer() {
        String path = ServerUnderTest.current().metricsPath();
        if (path == null) {
            assertThat(Http.get(server("/metrics"))).startsWith("404 ");
        } else {
            List<String> expected = List.of(
                    "messaging_client_sent_messages_total{",
                    "onceward_outbox_latency_seconds_count{",
                    "onceward_channel=\"observed\"",
                    "onceward_outbox_lag_seconds{",
                    "onceward_outbox_pending{",
                    "onceward_outbox_parked_events{");
            Await.until(PATIENCE, () -> expected + ", instead of " + Http.get(server(path)), () -> expected.stream()
                    .allMatch(Http.get(server(path))::contains));
        }
    }

    @Test
    @Order(4)
    @RunAsClient
    void figuresAreExportedByOpenTelemetryWhereTheServerHasIt() {
        if (ServerUnderTest.current().hasOpenTelemetry()) {
            Await.until("exported gauges", () -> exported("onceward.outbox.lag"));
            Await.until("exported counters", () -> exported("messaging.client.sent.messages"));
            Await.until("exported histograms", () -> exported("onceward.outbox.latency"));
            assertThat(OtlpCollector.metrics()).contains("onceward.channel", "observed");
        } else {
            assertThat(OtlpCollector.metrics()).doesNotContain("onceward");
        }
    }

    private static boolean exported(String name) {
        return OtlpCollector.metrics().contains(name);
    }

    private URI server(String path) {
        return ServerUnderTest.current().operations(URI.create(base.toString())).resolve(path);
    }
}
