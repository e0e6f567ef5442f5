// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.net.Socket;

/** An open connection, which can be cut at any time: a write to a broker that reads nothing has no limit. Thread-safe. */
final class BrokerConnection {

    static final int CLOSING_MILLIS = 2_000;

    private final Connection connection;
    private final Socket socket;
    private volatile String blocked;

    /** @param socket of the connection */
    BrokerConnection(Connection connection, Socket socket) {
        this.connection = connection;
        this.socket = socket;
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocked = reason;
            }

            @Override
            public void handleUnblocked() {
                blocked = null;
            }
        });
    }

    Channel channel() throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("RabbitMQ allows no further channel on the connection");
        }
        return channel;
    }

    /** Returns the version of the broker, as the broker says it. */
    String version() {
        return String.valueOf(connection.getServerProperties().get("version"));
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    /** Returns why the broker reads nothing from publishers; {@code null} if it reads. */
    String blocked() {
        return blocked;
    }

    /** Ends the connection without a word to the broker. Calls that wait for the broker fail. */
    void cut() {
        try {
            socket.setSoLinger(true, 0); // also ends a write of TLS
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
        connection.abort(CLOSING_MILLIS);
    }

    /** Says good-bye to the broker, which has little time to answer. */
    void close() {
        connection.abort(CLOSING_MILLIS);
    }
}
