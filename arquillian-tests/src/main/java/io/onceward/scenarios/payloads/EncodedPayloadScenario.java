// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.payloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.QueueAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.EngineOnly;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Payloads are compressed and encrypted in the tables, with the keys of a bean. Consumers and handlers get them decoded. */
@AnyMessaging
@EngineOnly
@ExtendWith(ArquillianExtension.class)
public class EncodedPayloadScenario {

    private static final String LETTER = "Dear patient! ".repeat(1000);

    @EJB
    Letters letters;

    @EJB
    Queues queues;

    @Inject
    OutboxAdmin outbox;

    @Inject
    InboxAdmin inbox;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "payloads", Await.class, ConsumedMessage.class, Keys.class, Letters.class, Queues.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.table-prefix=payloads_",
                "onceward.codecs=gzip,encrypt",
                "mp.messaging.outgoing.payload_letters.connector=onceward",
                "mp.messaging.outgoing.payload_notes.connector=onceward",
                "mp.messaging.incoming.payload_notes.connector=onceward");
    }

    @Test
    void consumerOfTheBrokerGetsThePayloadDecoded() {
        letters.write("payload_letters", LETTER, OutboxMetadata.none());
        assertThat(queues.receive("payload_letters").text()).isEqualTo(LETTER);
    }

    @Test
    void handlerGetsThePayloadDecoded() {
        letters.write("payload_notes", LETTER, OutboxMetadata.none());
        Await.until("its handler", () -> !Letters.HANDLED.isEmpty());
        assertThat(Letters.HANDLED).containsExactly(LETTER);
    }

    @Test
    void rowsAreEncoded() {
        OutboxMetadata later = OutboxMetadata.none().withDeliverAt(Instant.now().plus(Duration.ofHours(1)));
        letters.write("payload_letters", LETTER, later);
        letters.write("payload_notes", LETTER, later);
        assertEncoded(outbox);
        assertEncoded(inbox);
    }

    private static void assertEncoded(QueueAdmin admin) {
        EventSummary event = admin.find(EventFilter.all(), null, 10).events().stream()
                .filter(each -> each.availableAt() != null)
                .findFirst()
                .orElseThrow();
        EventDetails details = admin.show(event.datasource(), event.position()).orElseThrow();
        assertThat(details.headers()).containsEntry("onceward_codecs", "gzip,encrypt");
        assertThat(details.size()).isLessThan(LETTER.length() / 10);
        assertThat(admin.payload(event.datasource(), event.position()))
                .hasValueSatisfying(payload ->
                        assertThat(new String(payload, StandardCharsets.UTF_8)).isEqualTo(LETTER));
    }
}
