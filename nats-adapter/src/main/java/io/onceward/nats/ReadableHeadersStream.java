// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a NATS server sends, with headers that the NATS client can read. It reads no more from the server than the client asks
 * for, since TLS may begin after any line. Used by one thread.
 */
final class ReadableHeadersStream extends InputStream {

    private static final String WITH_HEADERS = "HMSG ";
    private static final String WITHOUT_HEADERS = "MSG ";
    private static final String STORED = " $JS.ACK.";

    private final InputStream server;
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();

    /** The control line of the headers that {@link #part} collects; {@code null} if it collects a line. */
    private String control;

    /** Bytes of the headers still to come. */
    private int headers;

    /** Bytes of a body still to come, with its line end. */
    private long body;

    private byte[] readable = new byte[0];
    private int position;

    ReadableHeadersStream(InputStream server) {
        this.server = server;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (length > 0 && position == readable.length) {
            byte[] received = new byte[length];
            int count = server.read(received, 0, length);
            if (count < 0) {
                return -1;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream(count);
            process(received, count, out);
            readable = out.toByteArray();
            position = 0;
        }
        int count = Math.min(length, readable.length - position);
        System.arraycopy(readable, position, target, offset, count);
        position += count;
        return count;
    }

    private void process(byte[] bytes, int end, ByteArrayOutputStream out) throws IOException {
        int start = 0;
        while (start < end) {
            int count;
            if (body > 0) {
                count = (int) Math.min(body, end - start);
                out.write(bytes, start, count);
                body -= count;
            } else if (control != null) {
                count = Math.min(headers - part.size(), end - start);
                part.write(bytes, start, count);
                endHeaders(out);
            } else {
                count = commandLength(bytes, start, end);
                part.write(bytes, start, count);
                endCommand(bytes[start + count - 1] == '\n', out);
            }
            start += count;
        }
    }

    private static int commandLength(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] == '\n') {
                return i - start + 1;
            }
        }
        return end - start;
    }

    private void endCommand(boolean complete, ByteArrayOutputStream out) throws IOException {
        if (!complete) {
            return;
        }
        String text = part.toString(StandardCharsets.UTF_8);
        boolean hasHeaders = text.startsWith(WITH_HEADERS);
        if (hasHeaders) {
            control = text.stripTrailing();
            headers = (int) number(control, 2);
            body = 0;
        } else {
            part.writeTo(out);
            body = text.startsWith(WITHOUT_HEADERS) ? number(text.stripTrailing(), 1) + 2 : 0;
        }
        part.reset();
    }

    private void endHeaders(ByteArrayOutputStream out) {
        if (part.size() < headers) {
            return;
        }
        byte[] block = ReadableHeaders.of(part.toByteArray(), control.contains(STORED));
        long content = number(control, 1) - headers;
        String[] words = control.split(" ");
        String start = String.join(" ", Arrays.copyOf(words, words.length - 2));
        out.writeBytes((start + " " + block.length + " " + (block.length + content) + "\r\n")
                .getBytes(StandardCharsets.UTF_8));
        out.writeBytes(block);
        body = content + 2;
        control = null;
        part.reset();
    }

    /** Returns the number at a place of a control line, counted from the end. */
    private static long number(String command, int fromEnd) {
        String[] words = command.split(" ");
        return Long.parseLong(words[words.length - fromEnd]);
    }

    @Override
    public int available() throws IOException {
        return readable.length - position + server.available();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
