// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Outbox;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.NeedsReactiveMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On a server with Reactive Messaging of its own: what is not Onceward's works as if Onceward were not there. */
@ExtendWith(ArquillianExtension.class)
@NeedsReactiveMessaging
@OnlyInFull
public class ForeignChannelsScenario {

    @Inject
    Shop shop;

    @Inject
    Words words;

    @EJB
    Queues queues;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "foreign-channels", Shop.class, Words.class, Await.class, Queues.class, ConsumedMessage.class),
                OwnChannelsScenario.CONFIGURATION);
    }

    @Test
    void theServersOwnChannelsWork() {
        words.say("quiet");

        Await.until("a word behind the processor", () -> words.heard().contains("QUIET"));
        assertThat(queues.drain("words")).as("in the broker").isEmpty();
        assertThat(queues.drain("loud")).as("in the broker").isEmpty();
    }

    @Test
    void theServerCallsItsOwnGenerators() {
        Await.until("all that is generated", () -> words.generated().size() == Words.GENERATED);
    }

    @Test
    void channelsOfOncewardWorkBesideThoseOfTheServer() {
        shop.place("bread");
        shop.emit("milk");

        assertThat(queues.receive(Shop.BY_SIGNATURE).text()).isEqualTo("bread");
        assertThat(queues.receive(Shop.EMITTED).text()).isEqualTo("milk");
        assertThat(queues.receive(Shop.EMITTED_BY_PARAMETER).text()).isEqualTo("milk");
        assertThat(queues.drain(Shop.BY_CONNECTOR)).as("without a caller").isEmpty();
    }

    @Test
    void theAnnotationsAreThoseOfTheServer() {
        assertThat(Outgoing.class.getClassLoader()).isNotSameAs(Outbox.class.getClassLoader());
    }
}
