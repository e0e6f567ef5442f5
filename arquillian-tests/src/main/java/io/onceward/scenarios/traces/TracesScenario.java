// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.InboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.OtlpCollector;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import jakarta.ejb.EJB;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** From a method that records, by a message-driven bean, to a handler of the stored inbox. */
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@AnyMessaging
@SameInFamily
public class TracesScenario {

    @EJB
    Orders orders;

    @Deployment
    static WebArchive application() {
        List<String> configuration = new ArrayList<>(List.of(OtlpCollector.configurationForSpans()));
        configuration.add("onceward.schema=create");
        configuration.add("onceward.datasource=jdbc/postgresql");
        configuration.add("onceward.table-prefix=traces_");
        configuration.add("mp.messaging.incoming.traces_bills.connector=onceward");
        configuration.add("mp.messaging.incoming.traces_bills.destination=queue:traces_bills");
        return Deployments.configured(
                Deployments.application(
                        "traces", Archive.class, Await.class, Billing.class, Diagnosis.class, Orders.class),
                configuration.toArray(String[]::new));
    }

    @Test
    @Order(1)
    void handlerAndItsLogLinesHaveTheCorrelationId() {
        orders.place("coffee");
        Await.until("the end of the chain", () -> !Archive.BILLS.isEmpty());
        InboxMetadata bill = Archive.BILLS.element();
        assertThat(bill.correlationId()).isNotEqualTo(bill.id());
        assertThat(Archive.LOG_ENTRIES.element())
                .containsEntry("onceward.id", bill.id())
                .containsEntry("onceward.channel", "traces_bills")
                .containsEntry("onceward.handler", Archive.class.getName() + "#keep")
                .containsEntry("onceward.correlation", bill.correlationId());
    }

    @Test
    @Order(2)
    @RunAsClient
    void recordingPublishingAndProcessingAreLinkedWhereTheServerMakesSpans() {
        if (!ServerUnderTest.current().hasOpenTelemetry()) {
            assertThat(OtlpCollector.spans()).isEmpty();
            return;
        }
        ExportedSpans.verifyThatRecordingPublishingAndProcessingAreLinked();
    }
}
