// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ported;

import static io.onceward.scenarios.ported.KilledMailOrder.orders;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The application after the diff of docs/porting.md, on a server that is killed under load: each order has one effect of each kind.
 * {@link UnportedScenario} is the application before the diff.
 */
@OnlyInFull
class PortedScenario {

    @BeforeEach
    void dropTables() {
        KilledMailOrder.dropTables();
    }

    @Test
    void portedApplicationLosesNothingAndRepeatsNothing() throws Exception {
        WebArchive application = MailOrder.ported();
        KilledMailOrder.killUnderLoad(application);
        try (ServerUnderTest.Run server = KilledMailOrder.start(application)) {
            KilledMailOrder.goOn(server, application);
            KilledMailOrder.await("all effects of all orders", () -> KilledMailOrder.EFFECTS.stream()
                    .allMatch(effect -> orders(effect, "= 0") == 0));
            KilledMailOrder.placeLaterOrders(KilledMailOrder.page(server, application));
            KilledMailOrder.report(application);
            for (String effect : KilledMailOrder.EFFECTS) {
                assertThat(orders(effect, "<> 1"))
                        .as("orders with none or several of: " + effect)
                        .isZero();
            }
            assertThat(Rows.count("mailorder_order WHERE customer = 'bulk'")).isEqualTo(KilledMailOrder.BULK_ORDERS);
        }
    }
}
