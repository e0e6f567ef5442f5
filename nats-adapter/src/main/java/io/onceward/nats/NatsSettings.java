// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The settings of the adapter. */
final class NatsSettings {

    static final String SERVERS = "nats.servers";
    static final String USERNAME = "nats.username";
    static final String PASSWORD = "nats.password";
    static final String PASSWORD_FILE = "nats.password-file";
    static final String TOKEN = "nats.token";
    static final String TOKEN_FILE = "nats.token-file";
    static final String CREDENTIALS_FILE = "nats.credentials-file";
    static final String ACK_TIMEOUT = "nats.ack-timeout";
    static final String STREAM = "stream";
    static final String CONSUMER = "consumer";
    static final String ACK_WAIT = "ack-wait";

    /** The start of the names of the client's options, after {@code onceward.}. */
    static final String CLIENT = "nats.client.";

    /** The options of the client that an application may set, each with its meaning. The others would break a guarantee. */
    static final Map<String, String> CLIENT_OPTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("trustStore", "File with the certificates that the client trusts"),
            Map.entry("trustStorePassword", "Password of this file"),
            Map.entry("keyStore", "File with the client's certificate"),
            Map.entry("keyStorePassword", "Password of this file"),
            Map.entry("tls.algorithm", "Algorithm of the key and trust managers"),
            Map.entry("tls.first", "Whether TLS starts before the server's first message"),
            Map.entry("secure", "Whether to use TLS with the certificates of the JVM"),
            Map.entry("name", "Name of the connection in the server's reports"),
            Map.entry("timeout", "Maximum time to connect to a server"),
            Map.entry("pinginterval", "Time between two pings"),
            Map.entry("maxpings", "Unanswered pings after which a connection is lost"),
            Map.entry("socket.write.timeout", "Maximum time to write to the socket"),
            Map.entry("socket.read.timeout.ms", "Maximum time to read from the socket, in milliseconds"),
            Map.entry("socket.receive.buffer.size", "Receive buffer of the socket, in bytes"),
            Map.entry("socket.send.buffer.size", "Send buffer of the socket, in bytes"),
            Map.entry("outgoingqueue.maxmessages", "Messages that wait to be written"),
            Map.entry("writeQueuePushTimeout", "Maximum time to wait for room among these messages"),
            Map.entry("norandomize", "Whether to try the servers in their order"),
            Map.entry("hostnameResolveMode", "How the client resolves the names of hosts")));

    private static final List<Setting> OWN = List.of(
            Setting.of(
                            Scope.GLOBAL,
                            SERVERS,
                            "URLs",
                            "Addresses of the NATS servers of one cluster, separated by commas")
                    .withDefault("nats://localhost:4222"),
            Setting.of(Scope.GLOBAL, USERNAME, "text", "User name"),
            Setting.of(
                    Scope.GLOBAL,
                    PASSWORD,
                    "text",
                    "Password of the user. Prefer `onceward.nats.password-file`, or a source of secrets"),
            Setting.of(
                    Scope.GLOBAL,
                    PASSWORD_FILE,
                    "path",
                    "File with the password. Onceward reads it for each connection"),
            Setting.of(
                    Scope.GLOBAL,
                    TOKEN,
                    "text",
                    "Token, instead of user and password. Prefer `onceward.nats.token-file`, or a source of secrets"),
            Setting.of(Scope.GLOBAL, TOKEN_FILE, "path", "File with the token. Onceward reads it for each connection"),
            Setting.of(
                    Scope.GLOBAL,
                    CREDENTIALS_FILE,
                    "path",
                    "File with a JWT and its NKey (`.creds`), instead of user or token"),
            Setting.of(
                            Scope.GLOBAL,
                            ACK_TIMEOUT,
                            "duration",
                            "Maximum time to wait for the stream's acknowledgement of an event")
                    .withDefault("PT5S"),
            Setting.of(
                    Scope.OUTGOING,
                    ChannelSettings.DESTINATION,
                    "subject",
                    "Where events are published: a subject that a stream stores. Empty: the channel's name"),
            Setting.of(
                    Scope.INCOMING,
                    ChannelSettings.DESTINATION,
                    "subject",
                    "Which messages Onceward receives: a subject, with wildcards if you like. Empty: only the"
                            + " application stores messages, with `Inbox.store`"),
            Setting.of(
                    Scope.INCOMING,
                    STREAM,
                    "name",
                    "Stream that Onceward receives from. Empty: the one that stores the subject"),
            Setting.of(
                    Scope.INCOMING,
                    CONSUMER,
                    "name",
                    "Durable consumer of the stream, which Onceward creates if it is missing. All nodes of an"
                            + " application share it. Required"),
            Setting.of(
                            Scope.INCOMING,
                            ACK_WAIT,
                            "duration",
                            "Time after which the server redelivers a message without acknowledgement; for a"
                                    + " consumer that Onceward creates")
                    .withDefault("PT30S"));

    /** All settings, in the order of the configuration page. */
    static final List<Setting> ALL = Stream.concat(
                    OWN.stream(),
                    CLIENT_OPTIONS.entrySet().stream()
                            .map(option ->
                                    Setting.of(Scope.GLOBAL, CLIENT + option.getKey(), "text", option.getValue())))
            .toList();

    private static final Duration LONGEST = Duration.ofMinutes(10);

    private NatsSettings() {}

    /** Returns a duration of at least 100 milliseconds and at most ten minutes. */
    static Duration duration(Settings settings, String name) {
        try {
            Duration duration = Duration.parse(settings.value(name).orElseThrow());
            if (duration.compareTo(Duration.ofMillis(100)) >= 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            // reported below
        }
        throw settings.illegalValue(name, "a duration from PT0.1S to PT10M");
    }
}
