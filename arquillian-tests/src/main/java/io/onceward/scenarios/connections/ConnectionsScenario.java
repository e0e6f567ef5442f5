// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** JPA reads by the connection of the claim: each handler has one connection. */
@AnyMessaging
@SameInFamily
public class ConnectionsScenario extends ConnectionsContract {

    ConnectionsScenario() {
        super(POOL);
    }

    @Deployment
    static WebArchive application() {
        return application(
                "connections",
                ConnectionsScenario.class,
                "<property name=\"eclipselink.transaction.join-existing\" value=\"true\"/>");
    }
}
