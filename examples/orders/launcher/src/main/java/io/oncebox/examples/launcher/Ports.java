// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The two ports of the example, both on the loopback interface. */
record Ports(int http, int broker) {

    static final String HTTP = "example.http.port";
    static final String BROKER = "example.broker.port";

    /** A port that can't be used. The message is for the person at the terminal. */
    static final class Unusable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unusable(String message) {
            super(message);
        }
    }

    /** Checks the ports. Maven runs this source file alone, before it builds anything. */
    public static void main(String[] arguments) {
        try {
            fromProperties();
        } catch (Unusable e) {
            System.err.println("\n" + e.getMessage() + "\n");
            System.exit(1);
        }
    }

    /** Reads the system properties; fails with a message for the user unless both ports can be had now. */
    static Ports fromProperties() {
        Ports ports = new Ports(read(HTTP, 8080), read(BROKER, 61616));
        if (ports.http == ports.broker) {
            throw new Unusable(HTTP + " and " + BROKER + " are both " + ports.http + ". Give them two ports.");
        }
        requireFree(ports.http, "HTTP", HTTP);
        requireFree(ports.broker, "the broker", BROKER);
        return ports;
    }

    private static int read(String property, int ifAbsent) {
        String value = System.getProperty(property, "");
        if (value.isBlank()) {
            return ifAbsent;
        }
        try {
            int port = Integer.parseInt(value.strip());
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Same message as for a number out of range.
        }
        throw new Unusable(property + "=" + value + " is no port. Write a number from 1 to 65535.");
    }

    private static void requireFree(int port, String use, String property) {
        try {
            bind(port, null);
            bind(port, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new Unusable("Port " + port + ", wanted for " + use + ", can't be had (" + e.getMessage()
                    + "). Nothing was started. Choose another one: -D" + property + "=" + other(port));
        }
    }

    @SuppressWarnings("try") // opening and closing is the test
    private static void bind(int port, InetAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, address)) {
            return;
        }
    }

    private static int other(int port) {
        return port < 65535 - 1000 ? port + 1000 : port - 1000;
    }
}
