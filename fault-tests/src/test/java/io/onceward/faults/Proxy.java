// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The way of one node to the database or to the broker: it can be cut, closed, slow, and lead elsewhere. Thread-safe. */
final class Proxy implements AutoCloseable {

    private static final int PIECE = 16_384;
    private static final int BACKLOG = 100;

    private final ServerSocket ear;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** The times at which connections were made, by the port of this end of them. */
    private final Map<Integer, NavigableMap<Long, Boolean>> connections = new ConcurrentHashMap<>();

    private volatile int target;
    private volatile boolean closed;
    private volatile long delayMillis;

    /** @param target the port that it leads to at first */
    Proxy(int target) throws IOException {
        this.target = target;
        ear = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        start(this::listen);
    }

    int port() {
        return ear.getLocalPort();
    }

    /** Connections lead to this port from now on; those that are there stay. */
    void leadTo(int port) {
        target = port;
    }

    /** Ends all connections. */
    void cut() {
        for (Socket socket : sockets) {
            close(socket);
        }
    }

    /** Ends all connections, and each new one at once. */
    void refuse() {
        closed = true;
        cut();
    }

    /** Lets connections be made again. */
    void admit() {
        closed = false;
    }

    /** Each piece of data, in both directions, takes so much longer; zero for no longer than it does. */
    void delay(long millis) {
        delayMillis = millis;
    }

    /** Returns the time of the last connection from this port before a time. */
    OptionalLong lastConnection(int port, long time) {
        NavigableMap<Long, Boolean> times = connections.getOrDefault(port, Collections.emptyNavigableMap());
        Long last = times.floorKey(time);
        return last == null ? OptionalLong.empty() : OptionalLong.of(last);
    }

    private void listen() {
        while (!ear.isClosed()) {
            try {
                connect(ear.accept());
            } catch (IOException e) {
                if (!ear.isClosed()) {
                    System.out.println("a proxy could not take a connection: " + e);
                }
            }
        }
    }

    private void connect(Socket client) {
        sockets.add(client);
        if (closed) {
            end(client);
            return;
        }
        try {
            Socket server = Loopback.connect(target);
            sockets.add(server);
            connections
                    .computeIfAbsent(server.getLocalPort(), port -> new ConcurrentSkipListMap<>())
                    .put(System.currentTimeMillis(), true);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start(() -> carry(client, server));
            start(() -> carry(server, client));
            if (closed) {
                end(client);
                end(server);
            }
        } catch (IOException e) {
            end(client); // who is not there is refused
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] bytes = new byte[PIECE];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                long delay = delayMillis;
                if (delay > 0) {
                    Pause.millis(delay);
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException e) {
            // one of the ends has gone, or was cut; the other one learns of it now
        } finally {
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket that can't be closed", e);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        ear.close();
        cut();
    }
}
