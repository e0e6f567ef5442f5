// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;

/** The messages of records, by the converters that Kafka Connect would use. */
final class Messages {

    private final Converter keys;
    private final Converter values;
    private final HeaderConverter headers = new SimpleHeaderConverter();

    Messages(Properties connector) throws ReflectiveOperationException {
        keys = converter(connector, "key.converter");
        values = converter(connector, "value.converter");
        headers.configure(Map.of());
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

    Message of(SourceRecord record) {
        Map<String, byte[]> converted = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            converted.put(
                    header.key(),
                    headers.fromConnectHeader(record.topic(), header.key(), header.schema(), header.value()));
        }
        return new Message(
                record.topic(),
                keys.fromConnectData(record.topic(), record.keySchema(), record.key()),
                values.fromConnectData(record.topic(), record.valueSchema(), record.value()),
                converted);
    }
}
