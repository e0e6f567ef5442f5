// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A batch fails because of one event: the others are published singly and confirmed, by each server and broker. */
@ExtendWith(ArquillianExtension.class)
public class RefusedBatchScenario {

    private static final String CHANNEL = "refused_batch";

    /** Long enough to spoil a recorded event before the relay reads it. */
    private static final Duration DELAY = Duration.ofSeconds(3);

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Callers callers;

    @EJB
    Spoiler spoiler;

    @EJB
    Queues queues;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "refused_batch",
                        Await.class,
                        Callers.class,
                        EjbCaller.class,
                        ConsumedMessage.class,
                        Queues.class,
                        Spoiler.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.relay.max-attempts=1");
    }

    @Test
    void eventsBesideARefusedOneArePublishedSingly() throws Exception {
        queues.drain(CHANNEL);
        List<String> ids = new ArrayList<>();
        OutboxMetadata together =
                OutboxMetadata.none().withDeliverAt(Instant.now().plus(DELAY));
        callers.commit(() -> {
            for (int i = 0; i < 5; i++) {
                ids.add(outbox.record(CHANNEL, "event " + i, together));
            }
        });
        String spoiled = ids.get(2);
        spoiler.spoil(spoiled);

        Await.until("the other events", () -> queued().size() == 1);
        assertThat(queues.drain(CHANNEL))
                .extracting(ConsumedMessage::text)
                .containsExactlyInAnyOrder("event 0", "event 1", "event 3", "event 4");
        Await.until("the refusal", () -> queued().get(0).state() == EventState.PARKED);
        assertThat(queued().get(0).id()).isEqualTo(spoiled);
        assertThat(admin.discard(EventFilter.all().withId(spoiled), "the test")).isOne();
    }

    private List<EventSummary> queued() {
        return admin.find(EventFilter.all(), null, 100).events();
    }
}
