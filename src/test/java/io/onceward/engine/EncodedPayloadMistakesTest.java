// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Edit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes with encoded payloads are planted, one at a time, and {@link EncodedPayloadContract} finds each on H2. */
@OnlyInFull
class EncodedPayloadMistakesTest {

    private static final String MAIN = "src/main/java/io/onceward/";
    private static final String PAYLOADS = MAIN + "queue/payload/StoredPayloads.java";
    private static final String OUTLET = MAIN + "queue/relay/BrokerOutlet.java";
    private static final String CONTRACT = H2EngineTest.ReadCommitted.EncodedPayload.class.getName() + "#";

    static List<PlantedMistake> mistakes() {
        return List.of(
                new PlantedMistake(
                        "payloads are not bound to their rows",
                        CONTRACT + "swappedPayloadsAreParkedAndPublishedAfterTheyAreCorrected",
                        new Edit(PAYLOADS, "chain + '\\0' + event.id() + '\\0' + event.channel();", "chain;")),
                new PlantedMistake(
                        "an event without its key is parked",
                        CONTRACT + "eventWhoseKeyIsMissingWaitsWithoutAnAttemptAndHoldsUpOnlyItsOwn",
                        new Edit(OUTLET, "Refusal.undecoded(e)", "Refusal.forever(e)")),
                new PlantedMistake(
                        "an attempt without the key counts",
                        CONTRACT + "eventWhoseKeyIsMissingWaitsWithoutAnAttemptAndHoldsUpOnlyItsOwn",
                        new Edit(OUTLET, "Refusal.undecoded(e)", "Refusal.counted(e)")),
                new PlantedMistake(
                        "the destination is at fault",
                        CONTRACT + "eventsWithoutTheirKeyDoNotKeepReadableOnesFromTheSameDestination",
                        new Edit(
                                MAIN + "queue/relay/Sending.java",
                                "!refusal.isForever() && !isUndecoded && ",
                                "!refusal.isForever() && ")),
                new PlantedMistake(
                        "the handler is at fault",
                        CONTRACT + "messagesWithoutTheirKeyDoNotKeepReadableOnesFromTheirHandler",
                        new Edit(
                                MAIN + "queue/relay/Sending.java",
                                "isUndecoded ? refusal : counted(event, refusal)",
                                "counted(event, refusal)")),
                new PlantedMistake(
                        "senders name codecs",
                        CONTRACT + "receivedMessageCannotNameCodecs",
                        new Edit(
                                MAIN + "queue/relay/ReservedHeaders.java",
                                "LOCAL, PARKED_QUEUE, StoredPayloads.HEADER",
                                "LOCAL, PARKED_QUEUE")),
                new PlantedMistake(
                        "unread messages are parked as they came",
                        CONTRACT + "messageThatIsParkedUnreadIsEncoded",
                        new Edit(
                                MAIN + "inbox/StoredInbox.java",
                                "                .map(stored)\n",
                                "                .map(row -> key == null ? row : stored.apply(row))\n")),
                new PlantedMistake(
                        "messages are received without a key",
                        CONTRACT + "brokerKeepsMessagesWhileThereIsNoKey",
                        new Edit(
                                MAIN + "engine/Incoming.java",
                                "        stored(new RecordedEvent(\n",
                                "        java.util.Objects.requireNonNull(new RecordedEvent(\n")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void contractFinds(PlantedMistake mistake, @TempDir Path folder) throws Exception {
        assertThat(mistake.failures(folder)).contains("Failures (1)").containsPattern("=> \\S*Assertion\\w*Error");
    }
}
