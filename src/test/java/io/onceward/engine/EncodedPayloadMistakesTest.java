// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Edit;
import io.onceward.fixture.EditedSources;
import io.onceward.fixture.OnlyWithAllServers;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes with encoded payloads are planted, one at a time, and {@link EncodedPayloadContract} finds each on H2. */
@OnlyWithAllServers
class EncodedPayloadMistakesTest {

    private static final String MAIN = "src/main/java/io/onceward/";
    private static final String PAYLOADS = MAIN + "queue/payload/StoredPayloads.java";
    private static final String OUTLET = MAIN + "queue/relay/BrokerOutlet.java";
    private static final String CONTRACT = H2EngineTest.ReadCommitted.EncodedPayload.class.getName() + "#";
    private static final int LIMIT_MINUTES = 5;

    private record Mistake(String name, String test, Edit edit) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Mistake> mistakes() {
        return List.of(
                new Mistake(
                        "payloads are not bound to their rows",
                        "swappedPayloadsAreParkedAndPublishedAfterTheyAreCorrected",
                        new Edit(PAYLOADS, "chain + '\\0' + event.id() + '\\0' + event.channel();", "chain;")),
                new Mistake(
                        "an event without its key is parked",
                        "eventWhoseKeyIsMissingWaitsWithoutAnAttemptAndHoldsUpOnlyItsOwn",
                        new Edit(OUTLET, "Refusal.undecoded(e)", "Refusal.forever(e)")),
                new Mistake(
                        "an attempt without the key counts",
                        "eventWhoseKeyIsMissingWaitsWithoutAnAttemptAndHoldsUpOnlyItsOwn",
                        new Edit(OUTLET, "Refusal.undecoded(e)", "Refusal.counted(e)")),
                new Mistake(
                        "the destination is at fault",
                        "eventsWithoutTheirKeyDoNotKeepReadableOnesFromTheSameDestination",
                        new Edit(
                                MAIN + "queue/relay/Sending.java",
                                "!refusal.isForever() && !isUndecoded && ",
                                "!refusal.isForever() && ")),
                new Mistake(
                        "senders name codecs",
                        "receivedMessageCannotNameCodecs",
                        new Edit(
                                MAIN + "queue/relay/ReservedHeaders.java",
                                "        without.remove(StoredPayloads.HEADER);\n",
                                "")),
                new Mistake(
                        "unread messages are parked as they came",
                        "messageThatIsParkedUnreadIsEncoded",
                        new Edit(
                                MAIN + "inbox/StoredInbox.java",
                                "                .map(stored)\n",
                                "                .map(row -> key == null ? row : stored.apply(row))\n")),
                new Mistake(
                        "messages are received without a key",
                        "brokerKeepsMessagesWhileThereIsNoKey",
                        new Edit(
                                MAIN + "engine/Incoming.java",
                                "        stored(new RecordedEvent(\n",
                                "        java.util.Objects.requireNonNull(new RecordedEvent(\n")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void contractFinds(Mistake mistake, @TempDir Path folder) throws Exception {
        Path classes = EditedSources.compile(List.of(mistake.edit), true, folder);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes + File.pathSeparator + System.getProperty("java.class.path"),
                        SentinelMistakesTest.OneTest.class.getName(),
                        CONTRACT + mistake.test)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("Failures (1)").containsPattern("=> \\S*Assertion\\w*Error");
    }
}
