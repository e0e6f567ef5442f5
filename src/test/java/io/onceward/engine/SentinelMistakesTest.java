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

/** Mistakes with the sentinel are planted, one at a time, and {@link UndoneTransactionContract} finds each on H2. */
@OnlyWithAllServers
class SentinelMistakesTest {

    private static final String MAIN = "src/main/java/io/onceward/";
    private static final String CONTRACT = H2EngineTest.ReadCommitted.UndoneTransaction.class.getName() + "#";

    static List<PlantedMistake> mistakes() {
        return List.of(
                new PlantedMistake(
                        "not checked before the commit",
                        CONTRACT + "messageWhoseHandlerSwallowedADeadlockComesAgain",
                        new Edit(
                                MAIN + "transaction/Sentinel.java",
                                "            if (!stands) {\n",
                                "            if (failure != null) {\n")),
                new PlantedMistake(
                        "not set with a claim",
                        CONTRACT + "messageWhoseHandlerSwallowedADeadlockComesAgain",
                        new Edit(
                                MAIN + "inbox/Claims.java",
                                "        watch.set(sentinel.setByClaim());\n",
                                "        watch.set(Sentinel.Watch.NONE);\n")),
                new PlantedMistake(
                        "set behind the work of a call",
                        CONTRACT + "eventsOfACallWhoseWorkSwallowedADeadlockAreNotPublished",
                        new Edit(
                                MAIN + "outbox/OutboxRecorder.java",
                                "        requireActive(channel, status);\n        channel.sentinel().set();\n",
                                "        requireActive(channel, status);\n")),
                new PlantedMistake(
                        "not set before the elements of a stream",
                        CONTRACT + "eventsWhoseElementsSwallowADeadlockInTheirOwnTransactionAreNotPublished",
                        new Edit(
                                MAIN + "outbox/Recording.java",
                                "        channel.sentinel().setInOwnTransaction();\n",
                                "")),
                new PlantedMistake(
                        "checked before other synchronizations",
                        CONTRACT + "eventRecordedByASynchronizationAfterASwallowedDeadlockIsNotPublished",
                        new Edit(
                                MAIN + "transaction/Sentinel.java",
                                "behindOthers(() -> behindOthers(() -> behindOthers(() -> checkAll(checks))))",
                                "behindOthers(() -> checkAll(checks))")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void contractFinds(PlantedMistake mistake, @TempDir Path folder) throws Exception {
        assertThat(mistake.failures(folder)).contains("Expecting code to raise a throwable");
    }
}
