// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Edit;
import io.onceward.fixture.OnlyWithAllServers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes with batches are planted, one at a time, and {@link BatchHandlerContract} or {@link BatchOnceContract} finds each on H2. */
@OnlyWithAllServers
class BatchMistakesTest {

    private static final String BATCH = "src/main/java/io/onceward/inbox/HandlerBatch.java";
    private static final String CONSUMER = "src/main/java/io/onceward/inbox/IdempotentConsumer.java";
    private static final String FAILURES = H2EngineTest.ReadCommitted.BatchHandler.class.getName() + "#";
    private static final String ONCE = H2EngineTest.ReadCommitted.BatchOnce.class.getName() + "#";

    static List<PlantedMistake> mistakes() {
        String halves = "            halve(group);\n        }\n";
        return List.of(
                new PlantedMistake(
                        "attempts of neighbours count",
                        FAILURES + "onlyTheMessageThatFailsHasAnAttempt",
                        new Edit(
                                BATCH,
                                halves,
                                "            group.forEach(event -> outcomes.refused(event,"
                                        + " io.onceward.queue.machine.Refusal.counted(failure)));\n        }\n")),
                new PlantedMistake(
                        "the second half is dropped",
                        FAILURES + "onlyTheMessageThatFailsHasAnAttempt",
                        new Edit(
                                BATCH,
                                "        groups.push(group.subList(half, group.size()));\n",
                                "        group.subList(half, group.size()).forEach(outcomes::confirmed);\n")),
                new PlantedMistake(
                        "the second half comes first",
                        FAILURES + "laterMessagesOfAKeyWaitForOneThatFails",
                        new Edit(BATCH, """
                                        groups.push(group.subList(half, group.size()));
                                        groups.push(group.subList(0, half));
                                """, """
                                        groups.push(group.subList(0, half));
                                        groups.push(group.subList(half, group.size()));
                                """)),
                new PlantedMistake(
                        "later messages of a key pass one that fails",
                        FAILURES + "laterMessagesOfAKeyWaitForOneThatFails",
                        new Edit(BATCH, "outcomes.wants(event)", "event != null")),
                new PlantedMistake(
                        "depths of local events are mixed",
                        ONCE + "chainsOfLocalEventsHaveTheirOwnDepthsInABatch",
                        new Edit(BATCH, "Math.max(\n                        1,", "Math.max(1000,")),
                new PlantedMistake(
                        "claims that exist are ignored",
                        ONCE + "messagesThatComeAgainInABatchAreDropped",
                        new Edit(
                                CONSUMER,
                                "!(stored.isEmpty() || store.first().claimAll(handler, stored))",
                                "(!stored.isEmpty() && !store.first().claimAll(handler, stored) && stored.isEmpty())")),
                new PlantedMistake(
                        "rows that are gone are ignored",
                        ONCE + "messageWhoseRowIsGoneIsNotHandledWithItsBatch",
                        new Edit(CONSUMER, "|| !remove.call()) {\n", "|| remove.call() == null) {\n")),
                new PlantedMistake(
                        "contexts are mixed",
                        ONCE + "transactionHasTheContextsOfAllItsMessages",
                        new Edit(BATCH, "groups.addAll(divided(events));", "groups.add(events);")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void contractFinds(PlantedMistake mistake, @TempDir Path folder) throws Exception {
        assertThat(mistake.failures(folder)).contains("Failures (1)").containsPattern("=> \\S*Assertion\\w*Error");
    }
}
