// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.scenarios.fixture.ServerUnderTest;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** A mistake is refused with its message in the server's log, and an application beside it runs. */
class RefusedDeploymentScenario {

    @Test
    void aMistakeIsRefusedAndItsNeighbourRuns() {
        try (ServerUnderTest.Run server = ServerUnderTest.current()
                .start(
                        Deployments.withoutOncebox("mistake", Mistake.class, Missing.class),
                        Deployments.withoutOncebox("neighbour", Neighbour.class))) {

            assertThat(server.deployed()).containsExactly("neighbour");
            assertThat(server.log()).contains("WELD-001408", Mistake.class.getName() + ".missing");
        }
    }

    interface Missing {}

    @Stateless
    static class Neighbour {}

    @Stateless
    static class Mistake {

        @Inject
        Missing missing;
    }
}
