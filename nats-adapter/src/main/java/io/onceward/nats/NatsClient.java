// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.onceward.spi.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;

/** Connects to the configured NATS servers. Thread-safe. */
final class NatsClient {

    private final String[] servers;
    private final NatsLogin login;
    private final Properties clientOptions;
    private final Duration ackTimeout;
    private final boolean receives;

    private NatsClient(
            String[] servers, NatsLogin login, Properties clientOptions, Duration ackTimeout, boolean receives) {
        this.receives = receives;
        this.servers = servers;
        this.login = login;
        this.clientOptions = clientOptions;
        this.ackTimeout = ackTimeout;
    }

    /**
     * Connects to nothing yet.
     *
     * @param receives whether it receives the messages of any sender
     * @throws io.onceward.api.OncewardException if a setting is illegal
     */
    static NatsClient of(Settings settings, boolean receives) {
        String configured = settings.value(NatsSettings.SERVERS).orElseThrow();
        if (configured.indexOf('@') >= 0) {
            throw NatsErrors.illegalConnection(
                    "an address of a server contains a user or token, which the log would show",
                    settings.key(NatsSettings.SERVERS) + ", and set user, token or credentials by their own keys",
                    null);
        }
        NatsClient client = new NatsClient(
                configured.strip().split("\\s*,\\s*"),
                NatsLogin.of(settings),
                clientOptions(settings),
                NatsSettings.duration(settings, NatsSettings.ACK_TIMEOUT),
                receives);
        try {
            client.options(new ServerErrors());
        } catch (IllegalArgumentException e) {
            throw NatsErrors.illegalConnection(
                    "the NATS client refuses its options with the message: " + e.getMessage(),
                    settings.key(NatsSettings.SERVERS) + " or onceward." + NatsSettings.CLIENT + "…",
                    e);
        } catch (IOException e) {
            throw new IllegalStateException("the file was read a moment ago", e);
        }
        return client;
    }

    private static Properties clientOptions(Settings settings) {
        Properties options = new Properties();
        for (String name : NatsSettings.CLIENT_OPTIONS.keySet()) {
            settings.value(NatsSettings.CLIENT + name)
                    .ifPresent(value -> options.setProperty("io.nats.client." + name, value));
        }
        return options;
    }

    /** Returns the addresses of the servers, for operators. */
    String servers() {
        return String.join(",", servers);
    }

    /** Returns how long to wait for an acknowledgement. */
    Duration ackTimeout() {
        return ackTimeout;
    }

    /** Connects. The connection ends when it breaks, so that no message waits in the client for another connection. */
    NatsSession connect() throws IOException, InterruptedException {
        ServerErrors errors = new ServerErrors();
        Connection connection;
        try {
            connection = Nats.connect(options(errors));
        } catch (AuthenticationException e) {
            throw NatsErrors.loginRefused(servers(), e);
        } catch (IOException e) {
            throw explained(e, errors.lastException());
        }
        return new NatsSession(connection, errors);
    }

    /** The client reports why it can't connect, such as a certificate that it does not trust, only to its listener. */
    private static IOException explained(IOException failure, Exception reason) {
        return failure.getCause() != null || reason == null ? failure : new IOException(failure.getMessage(), reason);
    }

    private Options options(ServerErrors errors) throws IOException {
        Options.Builder options = new Options.Builder()
                .properties(clientOptions)
                .servers(servers)
                .noReconnect()
                .requestCleanupInterval(ackTimeout.plusSeconds(1))
                .errorListener(errors)
                .dataPortType((receives ? ReadableHeadersPort.class : VerifiedPort.class).getName());
        login.applyTo(options);
        return options.build();
    }
}
