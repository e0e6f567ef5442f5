// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * JPA may read by a second connection, and the claims leave none. If it does, Onceward has warned at the deployment, the reads fail
 * when the pool gives up, and the broker delivers the messages again. If it does not, there is no warning and each first delivery
 * succeeds.
 */
@AnyMessaging
@OnlyInFull
public class SecondConnectionScenario extends ConnectionsContract {

    SecondConnectionScenario() {
        super(POOL);
    }

    @Deployment
    static WebArchive application() {
        return application("second-connection", SecondConnectionScenario.class, "");
    }

    @Override
    void verify(List<String> warnings, List<Entry> entries) {
        if (warnings.isEmpty()) {
            super.verify(warnings, entries);
        } else {
            assertThat(warnings)
                    .singleElement()
                    .asString()
                    .contains("'connections'", "eclipselink.transaction.join-existing");
            assertThat(Receiver.failed()).isPositive();
            assertThat(entries).anyMatch(Entry::isRedelivered);
        }
    }
}
