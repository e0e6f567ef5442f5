// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.OncewardException;
import jakarta.json.spi.JsonProvider;

/** The answer to a refused or failed request. */
final class Problem {

    /** The declaration of a login, shown with each refusal in an application without a login. */
    private static final String LOGIN = """
            <p>In <code>web.xml</code>, for users that the server knows:</p>
            <pre>&lt;login-config&gt;
              &lt;auth-method&gt;BASIC&lt;/auth-method&gt;
            &lt;/login-config&gt;
            &lt;security-role&gt;
              &lt;role-name&gt;the role of onceward.console.role&lt;/role-name&gt;
            &lt;/security-role&gt;</pre>
            """;

    private Problem() {}

    /** Returns the problem in the format of RFC 9457. */
    static String json(int status, OncewardException why) {
        return JsonProvider.provider()
                .createObjectBuilder()
                .add("type", "about:blank")
                .add("status", status)
                .add("detail", why.getMessage())
                .add("code", why.code())
                .build()
                .toString();
    }

    static String page(OncewardException why) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="UTF-8"><meta name="color-scheme" content="light dark">
                <meta name="viewport" content="width=device-width"><title>Onceward console: closed</title></head>
                <body><main><h1>Onceward console</h1><p>%s</p>%s</main></body>
                </html>
                """.formatted(escaped(why.getMessage()), why.code().equals("OWD-0152") ? LOGIN : "");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
