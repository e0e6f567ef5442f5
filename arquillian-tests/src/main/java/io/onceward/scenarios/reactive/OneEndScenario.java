// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.NeedsReactiveMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** On a server with Reactive Messaging of its own: a channel that nothing connects is refused, not silent. */
@NeedsReactiveMessaging
@OnlyInFull
class OneEndScenario {

    @Test
    void channelWithOneEndOfTheServerIsRefused() {
        WebArchive sending = Deployments.configured(
                Deployments.application("one-end-sending", OneEnd.Sending.class), "onceward.schema=create");
        WebArchive receiving = Deployments.configured(
                Deployments.application("one-end-receiving", OneEnd.Receiving.class),
                "onceward.schema=create",
                "mp.messaging.incoming.one-end-received.connector=onceward");
        try (ServerUnderTest.Run server = ServerUnderTest.current().start(sending, receiving)) {
            assertThat(server.deployed()).isEmpty();
            assertThat(server.log())
                    .containsPattern("OWD-0308:? Channel 'one-end-sent' has one end of Onceward .*Sending#hear")
                    .containsPattern(
                            "OWD-0308:? Channel 'one-end-received' has one end of Onceward .*Receiving#generate");
        }
    }
}
