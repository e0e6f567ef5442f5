// SPDX-License-Identifier: Apache-2.0
package io.onceward.wildfly;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ports of a server, which has several at fixed distances.
 *
 * @param offset what is added to each of them
 */
record Ports(int offset) {

    private static final int HTTP = 8080;
    private static final int MANAGEMENT = 9990;

    /** HTTP, HTTPS, management twice, IIOP twice, and the transaction manager's. */
    private static final int[] ALL = {HTTP, 8443, MANAGEMENT, 9993, 3528, 3529, 4712, 4713};

    static Ports free() {
        int offset;
        do {
            offset = ThreadLocalRandom.current().nextInt(100, 220) * 100;
        } while (!isFree(offset));
        return new Ports(offset);
    }

    private static boolean isFree(int offset) {
        for (int port : ALL) {
            try (ServerSocket socket = new ServerSocket(port + offset, 1, InetAddress.getLoopbackAddress())) {
                socket.getLocalPort();
            } catch (IOException e) {
                return false; // the port is in use
            }
        }
        return true;
    }

    int http() {
        return HTTP + offset;
    }

    int management() {
        return MANAGEMENT + offset;
    }
}
