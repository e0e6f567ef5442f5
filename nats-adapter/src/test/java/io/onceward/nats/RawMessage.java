// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends messages that the Java client refuses, as other clients do: any bytes in the headers. */
final class RawMessage {

    private RawMessage() {}

    /** @param headers all bytes between {@code NATS/1.0} and the body */
    static void send(NatsServer server, String subject, byte[] headers, String body) throws IOException {
        byte[] version = "NATS/1.0".getBytes(StandardCharsets.UTF_8);
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        int head = version.length + headers.length;
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes("CONNECT {\"verbose\":false,\"headers\":true}\r\n".getBytes(StandardCharsets.UTF_8));
        message.writeBytes(("HPUB " + subject + " " + head + " " + (head + text.length) + "\r\n")
                .getBytes(StandardCharsets.UTF_8));
        message.writeBytes(version);
        message.writeBytes(headers);
        message.writeBytes(text);
        message.writeBytes("\r\nPING\r\n".getBytes(StandardCharsets.UTF_8));
        try (Socket socket = new Socket("127.0.0.1", server.port());
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream()) {
            message.writeTo(out);
            out.flush();
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("PONG") < 0) {
                int c = in.read();
                if (c < 0) {
                    throw new IOException("the server answered " + answer);
                }
                answer.append((char) c);
            }
        }
    }
}
