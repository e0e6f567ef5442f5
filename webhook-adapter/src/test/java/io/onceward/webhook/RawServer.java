// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers each request with any bytes. */
final class RawServer implements AutoCloseable {

    /** Writes an answer; the connection is closed afterwards. */
    @FunctionalInterface
    interface Script {
        void answer(Socket socket) throws IOException, InterruptedException;
    }

    private final ServerSocket ear;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private volatile Script script;

    RawServer(Script script) throws IOException {
        this.script = script;
        ear = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::listen);
    }

    void script(Script newScript) {
        script = newScript;
    }

    /** Returns the heads of the requests, with their headers in lower case. */
    List<String> heads() {
        return List.copyOf(heads);
    }

    int openConnections() {
        return open.size();
    }

    String url() {
        return "http://127.0.0.1:" + ear.getLocalPort() + "/";
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private void listen() {
        try {
            while (true) {
                Socket socket = ear.accept();
                open.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            for (String text = in.readLine(); text != null && !text.isEmpty(); text = in.readLine()) {
                head.append(text.toLowerCase(java.util.Locale.ROOT)).append('\n');
            }
            if (head.length() > 0) {
                heads.add(head.toString());
                script.answer(socket);
            }
        } catch (IOException | InterruptedException e) {
            // the client has closed the connection, or the test has ended
        } finally {
            open.remove(socket);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        ear.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
