// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import java.util.regex.Pattern;

/** Hides the user-info of URLs, which may contain a password, in the texts that operators read. */
public final class UserInfo {

    private static final Pattern HOST_AND_PORT = Pattern.compile("(?:[A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]*])(?::[0-9]*)?");

    private static final Pattern AUTHORITY_END = Pattern.compile("[/?#\\\\]");

    private UserInfo() {}

    /**
     * Returns a text with {@code …} for the user-info of its URLs. An {@code @} in the path of a URL and in a text without
     * {@code //} remains.
     *
     * @param text may be malformed; {@code null} returns {@code null}
     */
    public static String hidden(String text) {
        int at = text == null ? -1 : text.lastIndexOf('@');
        if (at < 0) {
            return text;
        }
        for (int start = text.indexOf("//"); start >= 0 && start < at; start = text.indexOf("//", start + 1)) {
            String authority = AUTHORITY_END.split(text.substring(start + 2), 2)[0];
            if (!HOST_AND_PORT.matcher(authority).matches()) {
                return text.substring(0, start + 2) + "…" + text.substring(at);
            }
        }
        return text;
    }
}
