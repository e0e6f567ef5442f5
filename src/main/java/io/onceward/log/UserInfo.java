// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.util.regex.Pattern;

/**
 * Shows destinations, and other texts that may contain a URL with a password, to operators: without the user-info of URLs, and
 * on one line.
 */
public final class UserInfo {

    private static final Pattern HOST_AND_PORT = Pattern.compile("(?:[A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]*])(?::[0-9]*)?");

    private static final Pattern AUTHORITY_END = Pattern.compile("[/?#\\\\]");

    /** What precedes the {@code //} of a URL in a destination: the scheme of the adapter and that of the URL. */
    private static final Pattern SCHEMES = Pattern.compile("(?:[A-Za-z][A-Za-z0-9+.-]*:\\(?){0,2}");

    private UserInfo() {}

    /**
     * Returns a text with {@code …} for the user-info of its URLs, and with escaped {@linkplain ControlCharacters control
     * characters}. An {@code @} in the path of a URL remains.
     *
     * <p>If no URL precedes the last {@code @}, as in {@code webhook:https:user:password@host}, the method hides everything
     * between the first scheme and this {@code @}, because a URL without its {@code //} looks like a name. This also shortens
     * legal destinations that contain an {@code @}: the subject {@code nats:orders@eu} becomes {@code nats:…@eu}. Destinations
     * of JMS and RabbitMQ remain, because they contain {@code %40} instead. Names of Kafka topics contain no {@code @}.
     *
     * @param text may be malformed; {@code null} returns {@code null}
     */
    public static String hidden(String text) {
        return text == null ? null : ControlCharacters.escaped(withoutUserInfo(text));
    }

    private static String withoutUserInfo(String text) {
        int at = text.lastIndexOf('@');
        int start = at < 0 ? at : userInfo(text, at);
        return start < 0 ? text : text.substring(0, start) + "…" + text.substring(at);
    }

    /** Returns where the user-info starts that ends at the last {@code @}; -1 if there is none. */
    private static int userInfo(String text, int at) {
        int first = text.indexOf("//");
        if (first < 0
                || first > at
                || !SCHEMES.matcher(text.substring(0, first)).matches()) {
            int colon = text.indexOf(':');
            int schemeEnd = colon < at ? colon + 1 : 0;
            return first < 0 ? schemeEnd : Math.min(schemeEnd, first);
        }
        for (int start = first; start >= 0 && start < at; start = text.indexOf("//", start + 1)) {
            String authority = AUTHORITY_END.split(text.substring(start + 2), 2)[0];
            if (!HOST_AND_PORT.matcher(authority).matches()) {
                return start + 2;
            }
        }
        return -1;
    }
}
