// SPDX-License-Identifier: Apache-2.0
package io.onceward.artemis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * Starts the broker of {@code broker.xml} and ends with its standard input, so that it never outlives who started it,
 * or on SIGTERM.
 *
 * <p>Arguments: the port on the loopback interface (default 61616) and the data directory (default
 * {@code artemis-data}). System properties: {@code broker.max-delivery-attempts} (default 5, then the message goes to
 * the queue {@code DLQ}) and {@code broker.redelivery-delay} in milliseconds (default 200), {@code broker.transaction-timeout} in milliseconds
 * (default 60000), {@code broker.datasync} (default {@code true}; {@code false} if messages need not survive a power cut), {@code broker.auto-create} (default {@code true}; {@code false} if the broker refuses messages for queues that do not exist), and {@code broker.user} and {@code broker.password}, which are then asked of every client (default:
 * no client is asked).
 */
public final class Broker {

    /** The role in broker.xml that may do everything. */
    private static final String ROLE = "application";

    private static final int USAGE = 2;
    private static final int PORT_TAKEN = 3;
    private static final int NOT_STARTED = 4;

    private Broker() {}

    public static void main(String[] args) throws Exception {
        int port = args.length > 0 ? port(args[0]) : 61616;
        Path data = Path.of(args.length > 1 ? args[1] : "artemis-data").toAbsolutePath();
        demandFree(port);
        Files.createDirectories(data);
        System.setProperty("broker.port", Integer.toString(port));
        System.setProperty("broker.data", data.toString());

        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        String user = System.getProperty("broker.user");
        if (user != null) {
            System.setProperty("broker.security", "true");
            broker.setSecurityManager(allowOnly(user, System.getProperty("broker.password")));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker), "stop"));
        broker.start();
        if (!broker.getActiveMQServer().isActive()) {
            fail(NOT_STARTED, "The broker did not start; its log above says why.");
        }
        System.out.println("Artemis is ready on 127.0.0.1:" + port + ", data in " + data);

        while (System.in.read() >= 0) {
            // whatever is typed: only the end of the stream counts
        }
        System.out.println("The standard input has ended, and the broker ends with it. To keep the broker running"
                + " without a terminal, give it an input that stays open: tail -f /dev/null | java ... -jar ...");
        System.exit(0);
    }

    private static ActiveMQSecurityManager allowOnly(String user, String password) {
        SecurityConfiguration users = new SecurityConfiguration();
        users.addUser(user, password);
        users.addRole(user, ROLE);
        return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // not a number: reported below, like a number out of range
        }
        return fail(USAGE, "\"" + text + "\" is not a port. Usage: [port] [data directory]");
    }

    private static void demandFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            fail(
                    PORT_TAKEN,
                    "Port " + port + " on 127.0.0.1 cannot be opened (" + e.getMessage()
                            + "). Stop what listens there or choose another port.");
        }
    }

    private static void stop(EmbeddedActiveMQ broker) {
        try {
            broker.stop();
        } catch (Exception e) {
            System.err.println("The broker did not stop cleanly: " + e);
        }
    }

    private static int fail(int status, String message) {
        System.err.println(message);
        System.exit(status);
        throw new AssertionError("unreachable");
    }
}
