// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The hosts that events may be sent to. A pattern is a host, {@code *.} and a domain, or {@code *}. A port may follow a colon;
 * {@code :*} stands for every port. Without a port, the pattern allows the standard port of the URL's scheme. Immutable.
 */
final class AllowedHosts {

    private static final String ANY = "*";

    private static final int MAX_PORT = 65_535;

    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,4}");

    private final List<HostPattern> patterns;

    /** @param port {@code null} for the standard port of the scheme; {@link #ANY} for every port */
    private record HostPattern(String host, String port) {

        boolean matches(WebhookUrl url) {
            boolean matchesPort = port == null
                    ? url.hasStandardPort()
                    : port.equals(ANY) || port.equals(Integer.toString(url.port()));
            return matchesPort && matchesHost(url);
        }

        private boolean matchesHost(WebhookUrl url) {
            if (host.equals(ANY)) {
                return true;
            }
            return host.startsWith(ANY)
                    ? !url.isAddress() && url.host().endsWith(host.substring(ANY.length()))
                    : url.host().equals(host);
        }
    }

    private AllowedHosts(List<HostPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /** @throws IllegalArgumentException if a pattern is malformed */
    static AllowedHosts parse(String text) {
        List<HostPattern> patterns = new ArrayList<>();
        for (String part : text.split(",")) {
            String pattern = part.strip().toLowerCase(Locale.ROOT);
            if (!pattern.isEmpty()) {
                patterns.add(pattern(pattern));
            }
        }
        return new AllowedHosts(patterns);
    }

    private static HostPattern pattern(String text) {
        int colon = text.lastIndexOf(':');
        boolean hasPort = colon > text.lastIndexOf(']');
        String host = hasPort ? text.substring(0, colon) : text;
        String port = hasPort ? text.substring(colon + 1) : null;
        String name = host.startsWith(ANY + ".") ? host.substring(2) : host;
        if ((!host.equals(ANY) && !WebhookUrl.isHost(name)) || (port != null && !isPort(port))) {
            throw new IllegalArgumentException(text);
        }
        return new HostPattern(host, port);
    }

    private static boolean isPort(String text) {
        return text.equals(ANY) || (NUMBER.matcher(text).matches() && Integer.parseInt(text) <= MAX_PORT);
    }

    boolean allow(WebhookUrl url) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(url));
    }
}
