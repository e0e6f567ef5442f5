// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Debezium's engine in a process of its own, with the connector of the page, and the journal of its messages. */
final class CaptureEngine {

    private static final Path MODULE = Path.of("..", "server-configs", "debezium");

    /** The start of the topic of messages without an event. */
    private static final String HEARTBEAT = "__debezium-heartbeat";

    private static final Path PAGE = Path.of("..", "docs", "cdc.md");

    private final Path folder;
    private final Path connector;
    private Process process;

    /** @param port of the database */
    CaptureEngine(Path folder, int port) throws IOException {
        this.folder = folder;
        this.connector = folder.resolve("connector.properties");
        Properties properties = connectorOfThePage();
        properties.setProperty("name", "shop-outbox");
        properties.setProperty("database.hostname", "127.0.0.1");
        properties.setProperty("database.port", Integer.toString(port));
        properties.setProperty("database.dbname", "postgres");
        properties.setProperty("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
        properties.setProperty(
                "offset.storage.file.filename", folder.resolve("offsets").toString());
        properties.setProperty("offset.flush.interval.ms", "1000");
        try (BufferedWriter file = Files.newBufferedWriter(connector)) {
            properties.store(file, null);
        }
    }

    /** Returns the connector that users copy. */
    private static Properties connectorOfThePage() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```json\n") + "```json\n".length();
        try (JsonReader reader =
                Json.createReader(new StringReader(page.substring(start, page.indexOf("```", start))))) {
            JsonObject config = reader.readObject().getJsonObject("config");
            Properties properties = new Properties();
            config.forEach((name, value) -> properties.setProperty(name, ((JsonString) value).getString()));
            return properties;
        }
    }

    void start() throws IOException {
        String classPath = MODULE.resolve("target/classes").toAbsolutePath()
                + File.pathSeparator
                + Files.readString(MODULE.resolve("target/class-path.txt")).strip();
        process = new Jvm(folder, Jvm.SMALL, Map.of(), classPath)
                .start(
                        log(),
                        "io.oncebox.debezium.Capture",
                        List.of(connector.toString(), journal().toString()));
    }

    /** Starts it again if it has ended, as Kafka Connect does with a task that fails. */
    void keepAlive() throws IOException {
        if (process == null || !process.isAlive()) {
            start();
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it as an operator does. */
    void stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        process.waitFor();
    }

    Path log() {
        return folder.resolve("engine.log");
    }

    private Path journal() {
        return folder.resolve("journal");
    }

    /**
     * A message.
     *
     * @param key {@code null} if it has none
     */
    record Message(String topic, String key, byte[] value, Map<String, String> headers) {

        String id() {
            return headers.get("id");
        }

        String text() {
            return new String(value, StandardCharsets.UTF_8);
        }
    }

    /** Returns the messages in the order of their arrival, with duplicates. */
    List<Message> messages() throws IOException {
        if (!Files.exists(journal())) {
            return List.of();
        }
        List<Message> messages = new ArrayList<>();
        String text = Files.readString(journal(), StandardCharsets.US_ASCII);
        for (String line : text.split("\n")) {
            if (line.endsWith(" .")) { // else a kill has cut it, and its message comes again
                messages.addAll(message(line.split(" ")));
            }
        }
        return messages;
    }

    private static List<Message> message(String[] parts) {
        Map<String, String> headers = new HashMap<>();
        for (int i = 3; i < parts.length - 1; i++) {
            int equals = parts[i].indexOf('=');
            headers.put(text(parts[i].substring(0, equals)), text(parts[i].substring(equals + 1)));
        }
        String topic = text(parts[0]);
        return topic.startsWith(HEARTBEAT)
                ? List.of()
                : List.of(new Message(topic, text(parts[1]), bytes(parts[2]), headers));
    }

    private static String text(String part) {
        byte[] bytes = bytes(part);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String part) {
        return part.equals("-") ? null : Base64.getDecoder().decode(part.substring(1));
    }
}
