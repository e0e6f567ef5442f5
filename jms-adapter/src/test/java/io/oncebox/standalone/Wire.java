// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The wire to a broker, which can stop carrying anything, or be cut when so many bytes have gone through. */
final class Wire implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;

    private final ServerSocket ear;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong requestBytes = new AtomicLong(NEVER);
    private final AtomicLong answerBytes = new AtomicLong(NEVER);
    private final AtomicLong answers = new AtomicLong();
    private boolean held;

    Wire(int target) throws IOException {
        this.target = target;
        ear = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::listen);
    }

    int port() {
        return ear.getLocalPort();
    }

    /** Carries nothing in any direction; connections stay open, and new ones are accepted. */
    synchronized void hold() {
        held = true;
    }

    /** Carries what was held back, and goes on. */
    synchronized void release() {
        held = false;
        notifyAll();
    }

    /** Cuts all connections when so many more bytes have gone to the broker; later ones are whole. */
    void cutAfterRequests(long bytes) {
        requestBytes.set(bytes);
    }

    /** Cuts all connections when so many more bytes have come from the broker; later ones are whole. */
    void cutAfterAnswers(long bytes) {
        answerBytes.set(bytes);
    }

    /** How many bytes have come from the broker. */
    long answers() {
        return answers.get();
    }

    private void listen() {
        try {
            while (true) {
                Socket client = ear.accept();
                sockets.add(client);
                Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(broker);
                start(() -> carry(client, broker, requestBytes));
                start(() -> carry(broker, client, answerBytes));
            }
        } catch (IOException e) {
            cut(); // closed, or the broker is not there
        }
    }

    private void carry(Socket from, Socket to, AtomicLong left) {
        byte[] bytes = new byte[512];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                awaitRelease();
                if (left.get() != NEVER && left.addAndGet(-count) < 0) {
                    left.set(NEVER);
                    cut();
                    return;
                }
                if (left == answerBytes) {
                    answers.addAndGet(count); // before: whoever has got them may ask how many there were
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException | InterruptedException e) {
            // this connection is over
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private synchronized void awaitRelease() throws InterruptedException {
        while (held) {
            wait();
        }
    }

    private void cut() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is closed already
            }
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        release();
        ear.close();
        cut();
    }
}
