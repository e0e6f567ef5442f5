// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The login that an application declares in its {@code web.xml}. */
class DeclaredLoginTest {

    @TempDir
    private Path application;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<web-app><login-config><auth-method>BASIC</auth-method></login-config></web-app>",
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\"><login-config/></web-app>",
                "<j:web-app xmlns:j=\"https://jakarta.ee/xml/ns/jakartaee\"><j:login-config/></j:web-app>",
                // a document type is not loaded
                "<!DOCTYPE web-app PUBLIC \"-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN\""
                        + " \"http://127.0.0.1:1/no.dtd\"><web-app><login-config/></web-app>"
            })
    void loginConfigIsFound(String webXml) throws IOException {
        assertThat(DeclaredLogin.isWithoutConstraint(contextWith(webXml))).isTrue();
    }

    /** Another constraint for the path of the console would take the place of this one, and with it of its demand for TLS. */
    @Test
    void constraintsOfTheApplicationAreKept() throws IOException {
        assertThat(DeclaredLogin.isWithoutConstraint(contextWith("<web-app><security-constraint><user-data-constraint>"
                        + "<transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint>"
                        + "</security-constraint><login-config/></web-app>")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<web-app/>",
                "<web-app><!-- <login-config/> --></web-app>",
                "<web-app><description>login-config</description></web-app>",
                "<web-app>",
                ""
            })
    void otherDescriptorsDeclareNoLogin(String webXml) throws IOException {
        assertThat(DeclaredLogin.isWithoutConstraint(contextWith(webXml))).isFalse();
    }

    @Test
    void applicationWithoutDescriptorDeclaresNoLogin() {
        assertThat(DeclaredLogin.isWithoutConstraint(context())).isFalse();
    }

    private ServletContext contextWith(String webXml) throws IOException {
        Files.writeString(Files.createDirectory(application.resolve("WEB-INF")).resolve("web.xml"), webXml);
        return context();
    }

    private ServletContext context() {
        ServletContextHandler handler = new ServletContextHandler();
        handler.setBaseResourceAsPath(application);
        return handler.getServletContext();
    }
}
