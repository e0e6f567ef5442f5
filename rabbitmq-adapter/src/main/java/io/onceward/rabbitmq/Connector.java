// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.SocketConfigurators;
import io.onceward.api.OncewardException;
import io.onceward.spi.Settings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;

/** Opens connections to the broker, by the settings of the application. Each wait has a limit. Immutable, thread-safe. */
final class Connector {

    /** The time in which the broker must answer outside of a batch. */
    static final int ANSWER_MILLIS = 5_000;

    /** The client closes a connection after twice this time without a sign of life. */
    private static final int HEARTBEAT_SECONDS = 5;

    /** The default limit of brokers. The client closes the connection at a larger message. */
    private static final int MAX_MESSAGE_BYTES = 128 << 20;

    private static final String DEFAULT_PASSWORD = "guest";

    private static final AtomicInteger THREADS = new AtomicInteger();

    private final Settings settings;

    Connector(Settings settings) {
        this.settings = settings;
    }

    /**
     * Checks the settings without a broker.
     *
     * @throws OncewardException if the application names no broker, or a setting is illegal
     */
    void verify() {
        BrokerAddresses.of(settings);
        RabbitSettings.isTrue(settings, RabbitSettings.TLS);
        confirmMillis();
        try {
            password();
        } catch (IOException e) {
            throw settings.illegalValue(RabbitSettings.PASSWORD_FILE, "a file that can be read");
        }
    }

    /** Returns the name of the connection. */
    String name() {
        return "rabbitmq "
                + BrokerAddresses.describe(settings)
                + " "
                + settings.value(RabbitSettings.VIRTUAL_HOST).orElseThrow();
    }

    /** Returns the time that the broker has for confirming a batch. */
    long confirmMillis() {
        String value = settings.value(RabbitSettings.CONFIRM_TIMEOUT).orElseThrow();
        try {
            Duration time = Duration.parse(value);
            if (time.toMillis() > 0) {
                return time.toMillis();
            }
        } catch (DateTimeParseException | ArithmeticException e) {
            // reported below
        }
        throw settings.illegalValue(RabbitSettings.CONFIRM_TIMEOUT, "an ISO-8601 duration such as PT20S");
    }

    /**
     * Connects.
     *
     * @throws IOException if no broker answers, or the broker refuses the application
     * @throws TimeoutException if the broker does not answer in time
     * @throws GeneralSecurityException if the JVM has no TLS
     */
    BrokerConnection open() throws IOException, TimeoutException, GeneralSecurityException {
        AtomicReference<Socket> socket = new AtomicReference<>();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setVirtualHost(settings.value(RabbitSettings.VIRTUAL_HOST).orElseThrow());
        factory.setUsername(settings.value(RabbitSettings.USER).orElseThrow());
        factory.setPassword(password());
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setConnectionTimeout(ANSWER_MILLIS);
        factory.setHandshakeTimeout(ANSWER_MILLIS);
        factory.setChannelRpcTimeout(ANSWER_MILLIS);
        factory.setShutdownTimeout(BrokerConnection.CLOSING_MILLIS);
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        factory.setMaxInboundMessageBodySize(MAX_MESSAGE_BYTES);
        factory.setThreadFactory(threads());
        factory.setSocketConfigurator(SocketConfigurators.defaultConfigurator().andThen(socket::set));
        if (RabbitSettings.isTrue(settings, RabbitSettings.TLS)) {
            factory.useSslProtocol(SSLContext.getDefault());
            factory.enableHostnameVerification();
        }
        return new BrokerConnection(factory.newConnection(BrokerAddresses.of(settings), "onceward"), socket.get());
    }

    private static ThreadFactory threads() {
        return work -> {
            Thread made = new Thread(work, "onceward-rabbitmq-" + THREADS.incrementAndGet());
            made.setDaemon(true);
            return made;
        };
    }

    private String password() throws IOException {
        String written = settings.value(RabbitSettings.PASSWORD).orElse(null);
        String file = settings.value(RabbitSettings.PASSWORD_FILE).orElse(null);
        if (written != null || file == null) {
            return written == null ? DEFAULT_PASSWORD : written;
        }
        try {
            return Files.readString(Path.of(file)).split("\\R", 2)[0];
        } catch (java.nio.file.InvalidPathException e) {
            throw new IOException("The password file can't be read", e);
        }
    }
}
