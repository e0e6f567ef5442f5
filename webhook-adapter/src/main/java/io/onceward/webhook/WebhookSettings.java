// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The settings of the adapter and their values, which are checked when they are read. Immutable. */
final class WebhookSettings {

    private static final String HOSTS = "webhook-hosts";
    private static final String NETWORKS = "webhook-networks";
    private static final String PLAIN_HTTP = "webhook-plain-http";
    private static final String SIGNATURE = "webhook-signature";
    private static final String SECRET = "webhook-secret";
    private static final String SECRET_PATH = "webhook-secret-path";
    private static final String CONCURRENCY = "webhook-concurrency";
    private static final String RATE = "webhook-rate";
    private static final String CONNECT_TIMEOUT = "webhook-connect-timeout";
    private static final String REQUEST_TIMEOUT = "webhook-request-timeout";

    private static final int MAX_NUMBER = 1_000;

    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

    /** All settings, in the order of the configuration page. */
    static final List<Setting> ALL = List.of(
            global(
                    HOSTS,
                    "hosts separated by commas",
                    "Hosts that events may be sent to: `hooks.example.com`, `*.example.com` for subdomains, `*` for all."
                            + " `:PORT` or `:*` after a host allows other ports than the standard port. Empty: none"),
            global(
                    NETWORKS,
                    "addresses separated by commas",
                    "Internal addresses that events may be sent to, such as `10.1.0.0/16`. Empty: only public addresses"),
            global(PLAIN_HTTP, "boolean", "Whether URLs with `http:` are allowed, too")
                    .withDefault("false"),
            global(
                            SIGNATURE,
                            "standard or none",
                            "How requests are signed. `standard`: by Standard Webhooks with HMAC-SHA256")
                    .withDefault("standard"),
            global(
                    SECRET,
                    "secret",
                    "Secret for the signatures of all hosts: `whsec_` and 24 to 64 bytes in Base64. Two secrets with a"
                            + " space between them, to replace one"),
            global(
                    SECRET_PATH,
                    "path",
                    "File with the secret, or folder with a file for each host. A file is named like its host. It is read"
                            + " for each request"),
            global(CONCURRENCY, "number", "Maximum number of requests to a host at the same time on one node")
                    .withDefault("4"),
            global(RATE, "number", "Maximum number of requests to a host in a second on one node. Empty: no limit"),
            global(CONNECT_TIMEOUT, "ISO-8601 duration", "How long a host may take to accept a connection")
                    .withDefault("PT5S"),
            global(
                            REQUEST_TIMEOUT,
                            "ISO-8601 duration",
                            "How long a request may take until its answer is complete, at most `PT5M`. Use less than"
                                    + " `onceward.relay.send-timeout` minus 10 seconds")
                    .withDefault("PT10S"),
            Setting.of(
                    Scope.OUTGOING,
                    ChannelSettings.DESTINATION,
                    "URL",
                    "URL that events are sent to, such as `webhook:https://hooks.example.com/orders`. Required"));

    private final AllowedHosts hosts;
    private final AddressRules addresses;
    private final boolean isPlainHttpAllowed;
    private final SigningSecrets secrets;
    private final int concurrency;
    private final int rate;
    private final Duration connectTimeout;
    private final Duration requestTimeout;

    /** @throws io.onceward.api.OncewardException if a value is illegal */
    WebhookSettings(Settings settings) {
        hosts = value(
                settings,
                HOSTS,
                AllowedHosts::parse,
                "hosts separated by commas, such as hooks.example.com, *.example.com or hooks.example.com:8443");
        addresses = value(
                settings,
                NETWORKS,
                AddressRules::allowing,
                "IP addresses or blocks of them separated by commas, such as 10.1.0.0/16");
        isPlainHttpAllowed = value(settings, PLAIN_HTTP, WebhookSettings::isTrue, "true or false");
        secrets = secrets(settings);
        concurrency = number(settings, CONCURRENCY);
        rate = settings.value(RATE).isPresent() ? number(settings, RATE) : 0;
        connectTimeout = duration(settings, CONNECT_TIMEOUT);
        requestTimeout = duration(settings, REQUEST_TIMEOUT);
    }

    private static Setting global(String name, String type, String meaning) {
        return Setting.of(Scope.GLOBAL, name, type, meaning);
    }

    private static <T> T value(Settings settings, String name, Function<String, T> parser, String expected) {
        try {
            return parser.apply(settings.value(name).orElse(""));
        } catch (IllegalArgumentException | DateTimeParseException | ArithmeticException e) {
            throw settings.illegalValue(name, expected);
        }
    }

    private static int number(Settings settings, String name) {
        return value(settings, name, text -> inRange(Integer.parseInt(text)), "a whole number from 1 to " + MAX_NUMBER);
    }

    private static int inRange(int number) {
        if (number < 1 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("out of range");
        }
        return number;
    }

    private static Duration duration(Settings settings, String name) {
        return value(
                settings,
                name,
                text -> inRange(Duration.parse(text)),
                "an ISO-8601 duration from PT0.001S to " + MAX_TIMEOUT + ", such as PT10S");
    }

    private static Duration inRange(Duration duration) {
        if (duration.toMillis() < 1 || duration.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("out of range");
        }
        return duration;
    }

    private static boolean isTrue(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("not a boolean");
        };
    }

    /** No exception quotes the value of a secret. */
    private static SigningSecrets secrets(Settings settings) {
        boolean isSigned = value(settings, SIGNATURE, WebhookSettings::isSigned, "standard or none");
        if (!isSigned) {
            return host -> List.of();
        }
        Optional<String> secret = settings.value(SECRET);
        Optional<String> path = settings.value(SECRET_PATH);
        if (secret.isPresent() && path.isPresent()) {
            throw WebhookErrors.noSecret("both " + SECRET + " and " + SECRET_PATH + " are set", null);
        }
        if (path.isPresent()) {
            return SigningSecrets.at(value(settings, SECRET_PATH, WebhookSettings::path, "a path of a file or folder"));
        }
        if (secret.isPresent()) {
            List<SigningSecret> parsed = parsed(secret.get());
            return host -> parsed;
        }
        return host -> {
            throw new IllegalStateException("neither " + SECRET + " nor " + SECRET_PATH + " is set");
        };
    }

    private static boolean isSigned(String text) {
        return switch (text) {
            case "standard" -> true;
            case "none" -> false;
            default -> throw new IllegalArgumentException("unknown");
        };
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static List<SigningSecret> parsed(String secret) {
        try {
            return SigningSecret.parse(secret);
        } catch (IllegalArgumentException e) {
            throw WebhookErrors.noSecret("in " + SECRET + ", " + e.getMessage(), null);
        }
    }

    AllowedHosts hosts() {
        return hosts;
    }

    AddressRules addresses() {
        return addresses;
    }

    boolean isPlainHttpAllowed() {
        return isPlainHttpAllowed;
    }

    SigningSecrets secrets() {
        return secrets;
    }

    int concurrency() {
        return concurrency;
    }

    /** Returns the requests to a host in a second; zero for no limit. */
    int rate() {
        return rate;
    }

    Duration connectTimeout() {
        return connectTimeout;
    }

    Duration requestTimeout() {
        return requestTimeout;
    }
}
