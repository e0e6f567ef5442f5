// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ported;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The application before the diff of docs/porting.md, on a server that is killed under load: it must lose one order and write one
 * invoice twice, each time. So {@link PortedScenario} would find what it claims to find. A server may need minutes to recover its
 * transactions. Not on a server without {@code java:comp/DefaultJMSConnectionFactory}, which {@code @Inject JMSContext} uses.
 */
@OnlyInFull
@Tag("needs-default-connection-factory")
class UnportedScenario {

    @BeforeEach
    void dropTables() {
        KilledMailOrder.dropTables();
    }

    @Test
    void unportedApplicationLosesAMessageAndRepeatsAnEffect() throws Exception {
        WebArchive application = MailOrder.unported();
        KilledMailOrder.killUnderLoad(application);
        try (ServerUnderTest.Run server = KilledMailOrder.start(application)) {
            KilledMailOrder.goOn(server, application);
            KilledMailOrder.placeLaterOrders(KilledMailOrder.page(server, application));
            KilledMailOrder.report(application);
            assertThat(KilledMailOrder.invoices(KilledMailOrder.UNSENT))
                    .as("invoices of an order that has committed")
                    .isZero();
            KilledMailOrder.await(
                    "the second invoice of one order",
                    () -> KilledMailOrder.invoices(KilledMailOrder.UNACKNOWLEDGED) == 2);
            KilledMailOrder.report(application);
        }
    }
}
