// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.fixture.ServerUsers;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OneServer;
import java.net.http.HttpResponse;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Users log in to the console by a form of the application, without a security constraint. */
@AnyMessaging
@OneServer
class ConsoleFormScenario {

    private static final String LOGIN_FORM = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <login-config>
                <auth-method>FORM</auth-method>
                <form-login-config>
                  <form-login-page>%s</form-login-page>
                  <form-error-page>%s</form-error-page>
                </form-login-config>
              </login-config>
              <security-role>
                <role-name>operators</role-name>
              </security-role>
            </web-app>
            """.formatted(FormBrowser.PAGE, FormBrowser.ERROR_PAGE);

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.current()
                .start(
                        application("console-form", LOGIN_FORM),
                        application("console-mechanism", ConsoleScenario.ROLES).addClass(FormOperator.class));
    }

    private static WebArchive application(String name, String webXml) {
        return FormBrowser.addTo(Deployments.configured(
                        Deployments.withConsole(Deployments.application(name)),
                        "onceward.console.enabled=true",
                        "onceward.console.role=operators",
                        "onceward.schema=create",
                        "onceward.datasource=jdbc/postgresql",
                        "onceward.table-prefix=" + name.replace('-', '_') + "_",
                        "mp.messaging.outgoing.orders.connector=onceward"))
                .setWebXML(new StringAsset(webXml));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void formOfLoginConfigLeadsToTheConsole() {
        verifyForm("console-form", ServerUsers.OPERATOR, ServerUsers.PASSWORD);
    }

    @Test
    void formOfJakartaSecurityLeadsToTheConsole() {
        verifyForm("console-mechanism", FormOperator.NAME, Operators.PASSWORD);
    }

    private static void verifyForm(String application, String user, String password) {
        FormBrowser browser = new FormBrowser(server.address(application));
        HttpResponse<String> form = browser.open("onceward/");
        assertThat(form.body()).contains(FormBrowser.FORM);
        assertThat(form.headers().firstValue("Content-Security-Policy"))
                .as("the policy of the console, which forbids forms")
                .isEmpty();
        assertThat(browser.open("onceward/api/overview").body()).contains(FormBrowser.FORM);
        assertThat(browser.submit(browser.open("onceward/"), user, "wrong").body())
                .contains(FormBrowser.REFUSED);

        HttpResponse<String> page = browser.submit(browser.open("onceward/"), user, password);
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Onceward");
        assertThat(Http.whenStarted(() -> browser.open("onceward/api/overview").body()))
                .contains("\"user\":\"" + user + "\"");
    }
}
