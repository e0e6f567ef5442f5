// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.jpa;

import jakarta.annotation.Resource;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** On the server's default datasource. */
public class JpaOnH2Scenario extends JpaContract {

    private static final String DATASOURCE = "java:comp/DefaultDataSource";

    @Resource(lookup = DATASOURCE)
    DataSource datasource;

    @Deployment
    static WebArchive application() {
        return application("jpa-h2", DATASOURCE, JpaOnH2Scenario.class);
    }

    @Override
    DataSource datasource() {
        return datasource;
    }

    @Override
    void verifySameTransaction(String id) {
        // its rows don't tell
    }
}
