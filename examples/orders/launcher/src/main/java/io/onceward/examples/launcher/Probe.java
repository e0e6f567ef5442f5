// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;

/** Looks from outside whether a process is up. */
@FunctionalInterface
interface Probe {

    boolean isUp();

    /** Something accepts connections on this port. */
    static Probe port(int port) {
        return () -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        };
    }

    /** A GET of this address succeeds. */
    static Probe url(String url) {
        return () -> {
            try {
                HttpURLConnection connection =
                        (HttpURLConnection) URI.create(url).toURL().openConnection();
                connection.setConnectTimeout(1000);
                connection.setReadTimeout(5000);
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } catch (IOException e) {
                return false;
            }
        };
    }
}
