// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The options of the example, which are system properties.
 *
 * @param http the port of the server, on the loopback interface
 * @param port the port of the broker, on the loopback interface; meaningless without a broker
 * @param keepsData whether database and broker continue with the data of the last run
 */
record Options(int http, int port, Broker broker, boolean keepsData) {

    static final String HTTP = "example.http.port";
    static final String PORT = "example.broker.port";
    static final String BROKER = "example.broker";
    static final String DATA = "example.data";

    private static final List<String> NAMES = List.of(BROKER, PORT, DATA, HTTP);
    private static final String NEW = "new";
    private static final String KEEP = "keep";

    /** The brokers that the launcher can start. */
    enum Broker {
        ARTEMIS("Artemis", 61616, null, null),
        KAFKA("Kafka", 9092, null, null),
        RABBITMQ("RabbitMQ", 5672, "rabbitmq-server", "/usr/lib/rabbitmq/bin"),
        NATS("NATS", 4222, "nats-server", null),
        /** No broker: another application, whose events its own observers get. */
        NONE("no broker", 0, null, null);

        private final String title;
        private final int defaultPort;
        private final String program;
        private final String folder;

        /**
         * @param program {@code null} if Maven provides the broker
         * @param folder of the program; {@code null} if it is in the path
         */
        Broker(String title, int defaultPort, String program, String folder) {
            this.title = title;
            this.defaultPort = defaultPort;
            this.program = program;
            this.folder = folder;
        }

        String title() {
            return title;
        }

        /** Returns the value of the option. */
        String option() {
            return name().toLowerCase(Locale.ROOT);
        }

        private void requireProgram() {
            String folders = folder == null ? System.getenv().getOrDefault("PATH", "") : folder;
            if (program != null
                    && Arrays.stream(folders.split(File.pathSeparator))
                            .noneMatch(each -> Files.isExecutable(Path.of(each, program)))) {
                throw new Unusable(BROKER + "=" + option() + " needs the program " + program + ", which is not in "
                        + (folder == null ? "the path" : folder)
                        + ". Nothing was started. Install it, on Debian and Ubuntu with: apt-get install " + program);
            }
        }
    }

    /** An option that can't be used. The message is for the person at the terminal. */
    static final class Unusable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unusable(String message) {
            super(message);
        }
    }

    /** Checks the options, and ends the process if one is unknown or can't be used. */
    public static void main(String[] arguments) {
        try {
            requireKnown();
            fromProperties();
        } catch (Unusable e) {
            System.err.println("\n" + e.getMessage() + "\n");
            System.exit(1);
        }
    }

    private static void requireKnown() {
        for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (name.startsWith("example.") && !NAMES.contains(name)) {
                throw new Unusable(name + " is not an option of the example. Nothing was started. The options are "
                        + String.join(", ", NAMES) + ".");
            }
        }
    }

    /** Reads the system properties; fails with a message for the user unless the example can start with them now. */
    static Options fromProperties() {
        Broker broker = readBroker();
        int http = readPort(HTTP, 8080);
        int port = broker == Broker.NONE ? 0 : readPort(PORT, broker.defaultPort);
        if (http == port) {
            throw new Unusable(HTTP + " and " + PORT + " are both " + http + ". Give them two ports.");
        }
        broker.requireProgram();
        requireFree(http, "HTTP", HTTP);
        if (broker != Broker.NONE) {
            requireFree(port, "the broker", PORT);
        }
        return new Options(http, port, broker, readKeepsData());
    }

    private static String read(String property, String ifAbsent) {
        String value = System.getProperty(property, "").strip();
        return value.isEmpty() ? ifAbsent : value;
    }

    private static Broker readBroker() {
        String value = read(BROKER, Broker.ARTEMIS.option());
        return Arrays.stream(Broker.values())
                .filter(broker -> broker.option().equals(value))
                .findFirst()
                .orElseThrow(() -> new Unusable(BROKER + "=" + value + " is not a broker of the example. Write one of "
                        + Arrays.stream(Broker.values()).map(Broker::option).collect(Collectors.joining(", ")) + "."));
    }

    private static boolean readKeepsData() {
        String value = read(DATA, NEW);
        if (!List.of(NEW, KEEP).contains(value)) {
            throw new Unusable(DATA + "=" + value + " is unknown. Write " + NEW + " for an empty database, or " + KEEP
                    + " to continue with the data of the last run.");
        }
        return value.equals(KEEP);
    }

    private static int readPort(String property, int ifAbsent) {
        String value = read(property, Integer.toString(ifAbsent));
        try {
            int port = Integer.parseInt(value);
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Same message as for a number out of range.
        }
        throw new Unusable(property + "=" + value + " is not a port. Write a number from 1 to 65535.");
    }

    private static void requireFree(int port, String use, String property) {
        try {
            bind(port, null);
            bind(port, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new Unusable("Port " + port + ", wanted for " + use + ", can't be used (" + e.getMessage()
                    + "). Nothing was started. Choose another one: -D" + property + "=" + other(port));
        }
    }

    @SuppressWarnings("try") // opening and closing is the test
    private static void bind(int port, InetAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, address)) {
            return;
        }
    }

    /** Returns a port that no process uses now, for processes that need more ports than the user chooses. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int other(int port) {
        return port < 65535 - 1000 ? port + 1000 : port - 1000;
    }
}
