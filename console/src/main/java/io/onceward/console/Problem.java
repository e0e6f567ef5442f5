// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

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
    static String json(Refusal refusal) {
        return JsonProvider.provider()
                .createObjectBuilder()
                .add("type", "about:blank")
                .add("status", refusal.status())
                .add("detail", refusal.why().getMessage())
                .add("code", refusal.why().code())
                .build()
                .toString();
    }

    static String page(Refusal refusal) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="UTF-8"><meta name="color-scheme" content="light dark">
                <meta name="viewport" content="width=device-width"><title>Onceward console: closed</title></head>
                <body><main><h1>Onceward console</h1><p>%s</p>%s</main></body>
                </html>
                """.formatted(escaped(refusal.why().getMessage()), refusal.loginMissing() ? LOGIN : "");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
