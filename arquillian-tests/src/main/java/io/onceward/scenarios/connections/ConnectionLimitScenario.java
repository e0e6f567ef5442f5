// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** JPA may read by a second connection, and the limit of claims leaves connections for that. */
@AnyMessaging
@SameInFamily
public class ConnectionLimitScenario extends ConnectionsContract {

    private static final int LIMIT = POOL / 2;

    ConnectionLimitScenario() {
        super(LIMIT);
    }

    @Deployment
    static WebArchive application() {
        return application(
                "connection-limit", ConnectionLimitScenario.class, "", "onceward.inbox.concurrency=" + LIMIT);
    }
}
