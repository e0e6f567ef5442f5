// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.support.IncomingHeadersProcessor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Headers of a message as the NATS client can read them: a value outside ASCII, which other clients send, is percent-encoded
 * behind a mark, and a header that can't be read is left out.
 */
final class ReadableHeaders {

    /** Stands before a value that is percent-encoded here: a control character, which no sender needs. */
    static final char MARK = '\u007F';

    private static final String VERSION = "NATS/1.0";
    private static final String END = "\r\n";

    private ReadableHeaders() {}

    /**
     * Returns the headers of a message.
     *
     * @param block all headers with the version before and the empty line after them
     * @param isStored whether the message comes from a stream, and not from the server, which sends its own status instead of
     *     a version alone
     */
    static byte[] of(byte[] block, boolean isStored) {
        if ((!isStored || hasVersionAlone(block)) && isReadable(block)) {
            return block;
        }
        ByteArrayOutputStream readable = new ByteArrayOutputStream(block.length);
        readable.writeBytes(bytes(VERSION + END));
        int start = endOfField(block, 0) + END.length();
        while (start < block.length) {
            int end = endOfField(block, start);
            readable.writeBytes(header(block, start, end));
            start = end + END.length();
        }
        readable.writeBytes(bytes(END));
        return readable.toByteArray();
    }

    private static boolean hasVersionAlone(byte[] block) {
        return endOfField(block, 0) == VERSION.length();
    }

    /** Returns a header with its line end; nothing if it can't be read. */
    private static byte[] header(byte[] block, int start, int end) {
        String text = decoded(block, start, end);
        int colon = text.indexOf(':');
        if (colon <= 0) {
            return new byte[0];
        }
        String value = text.substring(colon + 1).strip();
        boolean ascii = value.chars().allMatch(c -> c < MARK);
        byte[] header = bytes(text.substring(0, colon) + ":" + (ascii ? value : MARK + HeaderText.encode(value)) + END);
        return isReadable(bytes(VERSION + END), header, bytes(END)) ? header : new byte[0];
    }

    /** Returns a text; an empty one if the bytes are not UTF-8. */
    private static String decoded(byte[] block, int start, int end) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(block, start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    private static boolean isReadable(byte[]... parts) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            block.writeBytes(part);
        }
        try {
            new IncomingHeadersProcessor(block.toByteArray());
            return true;
        } catch (RuntimeException e) { // whatever ends the client's reading thread
            return false;
        }
    }

    private static int endOfField(byte[] block, int start) {
        for (int i = start; i < block.length - 1; i++) {
            if (block[i] == '\r' && block[i + 1] == '\n') {
                return i;
            }
        }
        return block.length;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
