// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The check that the console's page requested a change, not another page in the same browser. No other page can send the
 * header, unless the server allows it by CORS; then the origin still shows the difference.
 */
final class SameOrigin {

    static final String HEADER = "X-Onceward-Console";

    private SameOrigin() {}

    /** @throws Refusal if it was not */
    static void verify(HttpServletRequest request) {
        demand(request.getHeader(HEADER) != null, "the header " + HEADER + " is missing");
        demand(isJson(request.getContentType()), "the content type is not application/json");
        String site = request.getHeader("Sec-Fetch-Site");
        demand(site == null || site.equals("same-origin"), "the browser reports another site as the sender");
        String origin = request.getHeader("Origin");
        // A proxy may have changed Host; the browser's own word does not depend on it.
        demand(
                origin == null || site != null || isAt(origin, request.getHeader("Host")),
                "the Origin header names another address");
    }

    private static boolean isJson(String type) {
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
    }

    private static boolean isAt(String origin, String host) {
        try {
            String authority = new URI(origin).getRawAuthority();
            return authority != null && host != null && lower(authority).equals(lower(host));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static void demand(boolean holds, String reason) {
        if (!holds) {
            throw new Refusal(403, ConsoleErrors.consoleRequestForeign(reason));
        }
    }
}
