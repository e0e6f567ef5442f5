// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.datasources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Neither datasource is XA. The deployment names both, and the failure of the first call says what to do. */
@AnyMessaging
@OnlyInFull
public class TwoDatasourcesScenario extends DatasourcesContract {

    private static final String OWN = "java:comp/DefaultDataSource";
    private static final String UNIT = "jdbc/postgresql";

    @Deployment
    static WebArchive application() {
        return application("two", TwoDatasourcesScenario.class, UNIT, OWN);
    }

    @Test
    void deploymentNamesTheUnitBothDatasourcesAndTheKey() {
        assertThat(DeploymentLog.warnings())
                .singleElement()
                .asString()
                .contains("'application'", "'" + UNIT + "'", "'" + OWN + "'", "onceward.datasource=" + UNIT);
        assertThat(DeploymentLog.warningsOfUnitsApart()).isEmpty();
    }

    @Test
    void callThatRecordsSecondSaysWhatToDo() {
        StringBuilder causes = new StringBuilder(); // as a text: the test's own class path lacks classes of the server
        for (Throwable cause = catchThrowable(ledger::writeAndRecord); cause != null; cause = cause.getCause()) {
            causes.append(cause).append('\n');
        }
        assertThat(causes.toString()).contains("OWD-0234", "onceward.datasource");
    }

    @Test
    void callThatRecordsFirstFails() {
        assertThatThrownBy(ledger::recordAndWrite).isInstanceOf(Exception.class);
    }
}
