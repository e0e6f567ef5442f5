// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.datasources;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** One datasource is XA. The deployment warns only if the call fails. */
@AnyMessaging
@OnlyInFull
public class XaDatasourcesScenario extends DatasourcesContract {

    @Deployment
    static WebArchive application() {
        return application("xa", XaDatasourcesScenario.class, "jdbc/postgresqlXA", "java:comp/DefaultDataSource");
    }

    @Test
    void nothingIsSaidWhereTheCallWorks() {
        boolean works = true;
        String why = "";
        try {
            ledger.writeAndRecord();
            ledger.recordAndWrite();
        } catch (RuntimeException e) {
            works = false;
            why = String.valueOf(e.getCause());
        }
        assertThat(DeploymentLog.warnings()).as("works %s %s", works, why).hasSize(works ? 0 : 1);
        assertThat(DeploymentLog.warningsOfUnitsApart()).isEmpty();
    }
}
