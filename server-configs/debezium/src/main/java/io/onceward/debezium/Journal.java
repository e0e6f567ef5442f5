// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;

/**
 * A file of messages, one in a line: topic, key, value and each header as {@code name=value}, all in Base64 and separated by
 * spaces. A complete line ends with a period, which a line that a crash has cut does not.
 */
final class Journal implements Sink {

    private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

    private final Path file;

    Journal(Path file) {
        this.file = file;
        append("\n");
    }

    @Override
    public void write(List<Message> messages) {
        StringBuilder lines = new StringBuilder();
        messages.forEach(message -> lines.append(line(message)).append('\n'));
        append(lines.toString());
    }

    private static String line(Message message) {
        StringJoiner line = new StringJoiner(" ");
        line.add(encoded(message.topic()));
        line.add(encoded(message.key()));
        line.add(encoded(message.value()));
        message.headers().forEach((name, value) -> line.add(encoded(name) + "=" + encoded(value)));
        return line.add(".").toString();
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A missing value is a hyphen. */
    private static String encoded(byte[] bytes) {
        return bytes == null ? "-" : "x" + BASE64.encodeToString(bytes);
    }

    private void append(String text) {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
