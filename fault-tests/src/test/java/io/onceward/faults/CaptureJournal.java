// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The journal of the messages that Debezium's engine has written. */
record CaptureJournal(Path file) {

    /** The start of the topic of messages without an event. */
    private static final String HEARTBEAT = "__debezium-heartbeat";

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
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Message> messages = new ArrayList<>();
        String text = Files.readString(file, StandardCharsets.US_ASCII);
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
