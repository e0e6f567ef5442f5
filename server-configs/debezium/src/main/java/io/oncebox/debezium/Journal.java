// SPDX-License-Identifier: Apache-2.0
package io.oncebox.debezium;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;

/**
 * The messages, one in a line: topic, key, value and each header as {@code name=value}, all in Base64 and separated by spaces. The
 * converters are those that Kafka Connect would use. A complete line ends with a period, which a line that a crash has cut does not.
 */
final class Journal {

    private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

    private final Path file;
    private final Converter keys;
    private final Converter values;
    private final HeaderConverter headers = new SimpleHeaderConverter();

    Journal(Path file, Properties connector) throws ReflectiveOperationException {
        this.file = file;
        keys = converter(connector, "key.converter");
        values = converter(connector, "value.converter");
        headers.configure(Map.of());
        appendText("\n");
    }

    private static Converter converter(Properties connector, String name) throws ReflectiveOperationException {
        Converter converter = (Converter) Class.forName(connector.getProperty(name))
                .getDeclaredConstructor()
                .newInstance();
        converter.configure(
                connector.stringPropertyNames().stream()
                        .filter(property -> property.startsWith(name + "."))
                        .collect(Collectors.toMap(
                                property -> property.substring(name.length() + 1), connector::getProperty)),
                name.startsWith("key"));
        return converter;
    }

    void append(List<SourceRecord> records) {
        StringBuilder lines = new StringBuilder();
        records.forEach(record -> lines.append(line(record)).append('\n'));
        appendText(lines.toString());
    }

    private String line(SourceRecord record) {
        StringJoiner line = new StringJoiner(" ");
        line.add(encoded(record.topic().getBytes(StandardCharsets.UTF_8)));
        line.add(encoded(keys.fromConnectData(record.topic(), record.keySchema(), record.key())));
        line.add(encoded(values.fromConnectData(record.topic(), record.valueSchema(), record.value())));
        for (Header header : record.headers()) {
            byte[] value = headers.fromConnectHeader(record.topic(), header.key(), header.schema(), header.value());
            line.add(encoded(header.key().getBytes(StandardCharsets.UTF_8)) + "=" + encoded(value));
        }
        return line.add(".").toString();
    }

    /** A missing value is a hyphen. */
    private static String encoded(byte[] bytes) {
        return bytes == null ? "-" : "x" + BASE64.encodeToString(bytes);
    }

    private void appendText(String text) {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
