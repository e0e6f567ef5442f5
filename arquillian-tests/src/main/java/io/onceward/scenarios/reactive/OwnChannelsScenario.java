// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Channels of Onceward work the same on a server that has Reactive Messaging of its own and on one that has not. */
@ExtendWith(ArquillianExtension.class)
@SameInFamily
public class OwnChannelsScenario {

    static final String[] CONFIGURATION = {
        "onceward.schema=create",
        "onceward.datasource=jdbc/postgresql",
        "onceward.table-prefix=reactive_",
        "mp.messaging.outgoing." + Shop.BY_CONNECTOR + ".connector=onceward",
        "mp.messaging.outgoing." + Shop.EMITTED + ".connector=onceward",
        "mp.messaging.outgoing." + Shop.EMITTED_BY_PARAMETER + ".connector=onceward",
        "mp.messaging.incoming." + Shop.RECEIVED + ".connector=onceward",
        "mp.messaging.incoming." + Shop.RECEIVED + ".destination=queue:" + Shop.RECEIVED
    };

    @Inject
    Shop shop;

    @EJB
    Queues queues;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application("own-channels", Shop.class, Await.class, Queues.class, ConsumedMessage.class),
                CONFIGURATION);
    }

    @Test
    void aMethodWithParametersIsCalledByTheApplication() {
        shop.place("bread");

        assertThat(queues.receive(Shop.BY_SIGNATURE).text()).isEqualTo("bread");
    }

    @Test
    void aMethodWithoutParametersIsCalledByTheApplicationAloneIfItsChannelIsOurs() {
        shop.next();

        assertThat(queues.receive(Shop.BY_CONNECTOR).text()).isEqualTo("called");
        assertThat(queues.drain(Shop.BY_CONNECTOR)).isEmpty();
    }

    @Test
    void anIncomingMethodGetsStoredMessages() {
        queues.send(
                Shop.RECEIVED, "butter", Map.of("onceward_id", UUID.randomUUID().toString()));

        Await.until("the message", () -> Shop.RECEIVED_ORDERS.contains("butter"));
    }

    @Test
    void anEmitterOfAFieldAndOneOfAParameterRecord() {
        shop.emit("milk");

        assertThat(queues.receive(Shop.EMITTED).text()).isEqualTo("milk");
        assertThat(queues.receive(Shop.EMITTED_BY_PARAMETER).text()).isEqualTo("milk");
    }
}
