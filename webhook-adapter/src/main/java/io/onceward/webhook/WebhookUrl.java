// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The URL that the events of a destination are sent to. In a row it follows the scheme of the adapter:
 * {@code webhook:https://hooks.example.com/orders}.
 *
 * @param uri with scheme and host in lower case, so that each spelling has the same addresses in the cache of the JVM, which
 *     distinguishes upper and lower case
 * @param port the port, also if the URL omits it
 */
record WebhookUrl(URI uri, String host, int port) {

    static final String SCHEME = "webhook";

    static final int HTTPS_PORT = 443;

    static final int HTTP_PORT = 80;

    private static final String PREFIX = SCHEME + ":";

    private static final String CONNECTION = SCHEME + " ";

    /** The width of the column for destinations, without the scheme. */
    private static final int MAX_LENGTH = 512 - PREFIX.length();

    /** The longest DNS name. The patterns below are for short texts. */
    private static final int MAX_HOST = 253;

    private static final int MAX_PORT = 65_535;

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]+");

    private static final String LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";

    private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

    /** A host that some parsers take for a number, and so for an address: its last label is decimal, octal or hexadecimal. */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");

    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+]");

    /**
     * Returns the URL of a destination in a row.
     *
     * @throws io.onceward.api.OncewardException if it is malformed
     */
    static WebhookUrl ofRow(String destination) {
        if (!destination.startsWith(PREFIX)) {
            throw WebhookErrors.malformedDestination(withoutUserInfo(destination), "it does not start with " + PREFIX);
        }
        try {
            return of(destination.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            throw WebhookErrors.malformedDestination(withoutUserInfo(destination), e.getMessage());
        }
    }

    /** @throws IllegalArgumentException with the reason, which quotes nothing of the text, if a webhook can't have this URL */
    static WebhookUrl of(String text) {
        require(text.length() <= MAX_LENGTH, "it is longer than " + MAX_LENGTH + " characters");
        URI uri = parsed(text);
        boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
        require(isSecure || "http".equalsIgnoreCase(uri.getScheme()), "it does not start with https:// or http://");
        require(uri.getRawAuthority() != null, "it has no host");
        require(uri.getRawAuthority().indexOf('@') < 0, "it has user-info before its host");
        require(uri.getRawFragment() == null, "it has a fragment, which is never sent");
        require(uri.getHost() != null, "its host is not a DNS name or an IP address");
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        require(isHost(host), "its host is not a DNS name or an IP address in its usual form");
        int standard = isSecure ? HTTPS_PORT : HTTP_PORT;
        int port = uri.getPort() < 0 ? standard : uri.getPort();
        require(port > 0 && port <= MAX_PORT, "its port is out of range");
        return new WebhookUrl(inLowerCase(uri), host, port);
    }

    /** Returns the URI with scheme and authority in lower case. */
    private static URI inLowerCase(URI uri) {
        String start = uri.getScheme() + "://" + uri.getRawAuthority();
        return URI.create(start.toLowerCase(Locale.ROOT) + uri.toString().substring(start.length()));
    }

    private static URI parsed(String text) {
        require(VISIBLE.matcher(text).matches(), "it has spaces, control characters or characters that are not ASCII");
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it is not a URI");
        }
    }

    /** Returns whether a text in lower case is the host of a URL: a DNS name, or an address that has no second reading. */
    static boolean isHost(String host) {
        if (host.length() > MAX_HOST) {
            return false;
        }
        return NUMBER.matcher(host).matches()
                ? isIpv4(host)
                : NAME.matcher(host).matches() || IPV6.matcher(host).matches();
    }

    private static void require(boolean isLegal, String reason) {
        if (!isLegal) {
            throw new IllegalArgumentException(reason);
        }
    }

    /** Returns whether the host is an address, so that no DNS query is needed. */
    boolean isAddress() {
        return isIpv4(host) || IPV6.matcher(host).matches();
    }

    /** Returns whether a text is an IPv4 address of four decimal numbers. */
    static boolean isIpv4(String text) {
        return IPV4.matcher(text).matches();
    }

    boolean isSecure() {
        return uri.getScheme().equals("https");
    }

    boolean hasStandardPort() {
        return port == (isSecure() ? HTTPS_PORT : HTTP_PORT);
    }

    /** Returns the name of the connection to the host: all URLs of a host and port have the same. */
    String connection() {
        return CONNECTION + host + ":" + port;
    }

    /** Returns a text without a password that another writer has put into a URL. */
    private static String withoutUserInfo(String text) {
        int at = text.lastIndexOf('@');
        return at < 0 ? text : PREFIX + "…" + text.substring(at);
    }

    /** Returns the destination of rows. */
    @Override
    public String toString() {
        return PREFIX + uri;
    }
}
