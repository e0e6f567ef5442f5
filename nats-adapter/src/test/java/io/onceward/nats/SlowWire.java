// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A long way to a server: each answer of the server takes its time. */
final class SlowWire implements AutoCloseable {

    private final ServerSocket ear;
    private final int target;
    private final Duration way;
    private final AtomicLong sent = new AtomicLong();

    SlowWire(int target, Duration way) throws IOException {
        this.target = target;
        this.way = way;
        ear = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::listen);
    }

    String url() {
        return "nats://127.0.0.1:" + ear.getLocalPort();
    }

    /** Returns the bytes that clients have sent. */
    long sent() {
        return sent.get();
    }

    private void listen() {
        try {
            while (true) {
                Socket client = ear.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                start(() -> carry(client, server, Duration.ZERO, sent));
                start(() -> carry(server, client, way, new AtomicLong()));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void carry(Socket from, Socket to, Duration way, AtomicLong carried) {
        byte[] bytes = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                carried.addAndGet(count);
                Thread.sleep(way.toMillis());
                out.write(bytes, 0, count);
            }
        } catch (IOException | InterruptedException e) {
            // this connection has ended
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "slow-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        ear.close();
    }
}
