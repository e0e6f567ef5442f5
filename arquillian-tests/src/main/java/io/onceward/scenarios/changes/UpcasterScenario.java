// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.EngineOnly;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events and calls of an earlier version are converted before their handler or method gets them. */
@AnyMessaging
@EngineOnly
@ExtendWith(ArquillianExtension.class)
public class UpcasterScenario {

    @EJB
    Prices prices;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "changes",
                        Announcer.class,
                        Await.class,
                        Cents.class,
                        Prices.class,
                        PriceSet.class,
                        Tables.class,
                        WithLanguage.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.table-prefix=changes_",
                "onceward.rehearsal=refuse",
                "mp.messaging.outgoing.changes.connector=onceward",
                "mp.messaging.incoming.changes.connector=onceward");
    }

    @Test
    void eventsOfBothVersionsAreHandled() {
        prices.setAsBefore("old", 7);
        prices.set(new PriceSet("new", 850));
        Await.until(() -> "both among " + Prices.HANDLED, () -> Prices.HANDLED.size() == 2);
        assertThat(Prices.HANDLED).containsExactlyInAnyOrder(new PriceSet("old", 700), new PriceSet("new", 850));
    }

    @Test
    void callsOfBothVersionsRun() {
        prices.announceAsBefore("old");
        prices.announce("new");
        Await.until(() -> "both among " + Announcer.CALLS, () -> Announcer.CALLS.size() == 2);
        assertThat(Announcer.CALLS).containsExactlyInAnyOrder("en old", "de new");
    }
}
