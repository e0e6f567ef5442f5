// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that Artemis sends in pieces, because they have more than 100 kB: several of them in one batch. */
class LargeMessagesTest {

    private static final int BYTES = 900_000;

    private static final int MESSAGES = 3;

    /** Without a buffer, the client asks for one message after the other. */
    @Test
    void largeBinaryMessagesOfOneBatchAreHandledUnchanged(@TempDir Path folder) throws Exception {
        List<byte[]> sent = payloads();
        List<byte[]> handled = Collections.synchronizedList(new ArrayList<>());
        try (ArtemisBroker broker = new ArtemisBroker(folder).start();
                MemoryDatabase database = new MemoryDatabase()) {
            OncewardBuilder builder = Builders.on(database)
                    .connectionFactory(broker.connectionFactory(broker.port(), "consumerWindowSize=0"))
                    .configuration(Map.of(
                            "onceward.schema", "create",
                            "mp.messaging.incoming.files.destination", "queue:files"))
                    .handle("files", "archive", byte[].class, (payload, metadata) -> handled.add(payload));
            try (Onceward onceward = builder.start()) {
                MemoryDatabase.inTransaction(() -> record(onceward, sent));
                Await.until("all messages", () -> handled.size() >= MESSAGES);
                Await.until(
                        "empty tables",
                        () -> database.rows("onceward_outbox") + database.rows("onceward_inbox_message") == 0);
            }
        }
        assertThat(handled).hasSize(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(handled.get(i)).as("payload " + i).isEqualTo(sent.get(i));
        }
    }

    private static Object record(Onceward onceward, List<byte[]> payloads) {
        payloads.forEach(payload ->
                onceward.outbox().record("files", payload, OutboxMetadata.none().withKey("one")));
        return null;
    }

    private static List<byte[]> payloads() {
        Random random = new Random(1);
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            byte[] payload = new byte[BYTES];
            random.nextBytes(payload);
            payloads.add(payload);
        }
        return payloads;
    }
}
