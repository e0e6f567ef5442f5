// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import jakarta.annotation.Resource;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * On the server's default datasource, which nothing names. (In a {@code persistence.xml} for Payara it must not be called
 * {@code java:comp/DefaultDataSource}: EclipseLink's flush at commit is then outside of the transaction, with or without
 * Onceward.)
 */
@AnyMessaging
@SameInFamily
public class JpaOnH2Scenario extends JpaContract {

    @Resource(lookup = "java:comp/DefaultDataSource")
    DataSource datasource;

    @Deployment
    static WebArchive application() {
        return application("jpa-h2", JpaOnH2Scenario.class, "");
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
