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

/** Mistakes with batches are planted, one at a time, and {@link BatchHandlerContract} or {@link BatchOnceContract} finds each on H2. */
@OnlyWithAllServers
class BatchMistakesTest {

    private static final String BATCH = "src/main/java/io/onceward/inbox/HandlerBatch.java";
    private static final String CONSUMER = "src/main/java/io/onceward/inbox/IdempotentConsumer.java";
    private static final String FAILURES = H2EngineTest.ReadCommitted.BatchHandler.class.getName() + "#";
    private static final String ONCE = H2EngineTest.ReadCommitted.BatchOnce.class.getName() + "#";
    private static final int LIMIT_MINUTES = 5;

    private record Mistake(String name, String test, Edit edit) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Mistake> mistakes() {
        String halves = "            halve(group);\n        }\n";
        return List.of(
                new Mistake(
                        "attempts of neighbours count",
                        FAILURES + "onlyTheMessageThatFailsHasAnAttempt",
                        new Edit(
                                BATCH,
                                halves,
                                "            group.forEach(event -> outcomes.refused(event,"
                                        + " io.onceward.queue.machine.Refusal.counted(failure)));\n        }\n")),
                new Mistake(
                        "the second half is dropped",
                        FAILURES + "onlyTheMessageThatFailsHasAnAttempt",
                        new Edit(
                                BATCH,
                                "        groups.push(group.subList(half, group.size()));\n",
                                "        group.subList(half, group.size()).forEach(outcomes::confirmed);\n")),
                new Mistake(
                        "the second half comes first",
                        FAILURES + "laterMessagesOfAKeyWaitForOneThatFails",
                        new Edit(BATCH, """
                                        groups.push(group.subList(half, group.size()));
                                        groups.push(group.subList(0, half));
                                """, """
                                        groups.push(group.subList(0, half));
                                        groups.push(group.subList(half, group.size()));
                                """)),
                new Mistake(
                        "later messages of a key pass one that fails",
                        FAILURES + "laterMessagesOfAKeyWaitForOneThatFails",
                        new Edit(BATCH, "outcomes.wants(event)", "event != null")),
                new Mistake(
                        "depths of local events are mixed",
                        ONCE + "chainsOfLocalEventsHaveTheirOwnDepthsInABatch",
                        new Edit(BATCH, "Math.max(\n                        1,", "Math.max(1000,")),
                new Mistake(
                        "claims that exist are ignored",
                        ONCE + "messagesThatComeAgainInABatchAreDropped",
                        new Edit(
                                CONSUMER,
                                "!(stored.isEmpty() || store.claimAll(handler, stored))",
                                "(!stored.isEmpty() && !store.claimAll(handler, stored) && stored.isEmpty())")),
                new Mistake(
                        "rows that are gone are ignored",
                        ONCE + "messageWhoseRowIsGoneIsNotHandledWithItsBatch",
                        new Edit(CONSUMER, "|| !remove.call()) {\n", "|| remove.call() == null) {\n")),
                new Mistake(
                        "contexts are mixed",
                        ONCE + "transactionHasTheContextsOfAllItsMessages",
                        new Edit(BATCH, "groups.addAll(divided(events));", "groups.add(events);")));
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
                        mistake.test)
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
