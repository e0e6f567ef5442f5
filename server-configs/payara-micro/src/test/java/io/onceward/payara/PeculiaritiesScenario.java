// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** What docs/payara-micro.md says about Payara itself, and what Onceward makes of it. */
@OnlyInFull
class PeculiaritiesScenario {

    /** The datasource that an application defines for itself. */
    private static final String OWN = "java:app/jdbc/own";

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <data-source>
                <name>%s</name>
                <class-name>org.h2.jdbcx.JdbcDataSource</class-name>
                <url>jdbc:h2:mem:own;DB_CLOSE_DELAY=-1</url>
                <user>sa</user>
                <password>sa</password>
              </data-source>
            </web-app>
            """.formatted(OWN);

    private static final String GLASSFISH_RESOURCES = """
            <!DOCTYPE resources PUBLIC "-//GlassFish.org//DTD GlassFish Application Server 3.1 Resource Definitions//EN"
                "http://glassfish.org/dtds/glassfish-resources_1_5.dtd">
            <resources>
              <jdbc-connection-pool name="java:app/own" res-type="javax.sql.DataSource"
                  datasource-classname="org.h2.jdbcx.JdbcDataSource">
                <property name="URL" value="jdbc:h2:mem:own;DB_CLOSE_DELAY=-1"/>
                <property name="User" value="sa"/>
                <property name="Password" value="sa"/>
              </jdbc-connection-pool>
              <jdbc-resource jndi-name="%s" pool-name="java:app/own"/>
            </resources>
            """.formatted(OWN);

    @Test
    void datasourceOfWebXmlIsRefused() {
        try (ServerUnderTest.Run server =
                ServerUnderTest.current().start(withOwnDatasource("own-refused").setWebXML(new StringAsset(WEB_XML)))) {
            assertThat(server.deployed()).isEmpty();
            assertThat(server.log()).contains("OWD-0010: The self-check of datasource '" + OWN + "' failed in ");
        }
    }

    @Test
    void datasourceOfGlassFishResourcesIsAccepted() {
        try (ServerUnderTest.Run server = ServerUnderTest.current()
                .start(withOwnDatasource("own-accepted")
                        .addAsWebInfResource(new StringAsset(GLASSFISH_RESOURCES), "glassfish-resources.xml"))) {
            assertThat(server.deployed()).containsExactly("own-accepted");
            assertThat(server.log()).contains("OWD-1001: Outbox of datasource '" + OWN + "'");
        }
    }

    private static WebArchive withOwnDatasource(String name) {
        return Deployments.configured(
                Deployments.application(name), "onceward.datasource=" + OWN, "onceward.schema=create");
    }

    /** If this fails, Payara has changed: then the warning on the page is no longer true. */
    @Test
    void plainJdbcOfAnInnerCdiTransactionSurvivesItsRollback() {
        Rows.execute("CREATE TABLE IF NOT EXISTS peculiar (id TEXT NOT NULL)");
        Rows.execute("DELETE FROM peculiar");
        try (ServerUnderTest.Run server = ServerUnderTest.current()
                .start(Deployments.withoutOnceward("peculiar", Clerk.class, Counter.class, Ledger.class))) {
            assertThat(Http.get(server.address("peculiar").resolve("sell"))).isEqualTo("200 rolled back");
            assertThat(Rows.count("peculiar"))
                    .as("rows of the rolled-back transaction")
                    .isOne();
        }
    }
}
