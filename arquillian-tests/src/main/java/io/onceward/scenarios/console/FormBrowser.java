// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import io.onceward.scenarios.fixture.Http;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A browser that logs in to an application by its login form. */
final class FormBrowser {

    static final String PAGE = "/login.html";
    static final String ERROR_PAGE = "/refused.html";

    /** A text of the login page that no page of the console contains. */
    static final String FORM = "j_security_check";

    /** The text of the error page, to which a wrong password leads. */
    static final String REFUSED = "Wrong name or password";

    private final HttpClient browser = Http.withoutUpgrade()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private final URI application;

    /** @param application the address of the application, with a slash at the end */
    FormBrowser(URI application) {
        this.application = application;
    }

    /** Adds the pages to an application. */
    static WebArchive addTo(WebArchive application) {
        return application
                .addAsWebResource(
                        new StringAsset("<form method=\"post\" action=\"" + FORM
                                + "\"><input name=\"j_username\"><input name=\"j_password\" type=\"password\"></form>"),
                        PAGE)
                .addAsWebResource(new StringAsset(REFUSED), ERROR_PAGE);
    }

    HttpResponse<String> open(String path) {
        return Http.send(browser, HttpRequest.newBuilder(application.resolve(path)));
    }

    /** Fills in the form, which the server may have sent from any address of the application. */
    HttpResponse<String> submit(HttpResponse<String> form, String user, String password) {
        return Http.send(
                browser,
                HttpRequest.newBuilder(form.uri().resolve(FORM))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("j_username=" + user + "&j_password=" + password)));
    }
}
