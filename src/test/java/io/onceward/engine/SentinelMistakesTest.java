// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.onceward.fixture.Edit;
import io.onceward.fixture.EditedSources;
import io.onceward.fixture.OnlyWithAllServers;
import java.io.File;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Mistakes with the sentinel are planted, one at a time, and {@link UndoneTransactionContract} finds each on H2. */
@OnlyWithAllServers
class SentinelMistakesTest {

    private static final String MAIN = "src/main/java/io/onceward/";
    private static final String CONTRACT = H2EngineTest.ReadCommitted.UndoneTransaction.class.getName();
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
                        "not checked before the commit",
                        "messageWhoseHandlerSwallowedADeadlockComesAgain",
                        new Edit(
                                MAIN + "transaction/Sentinel.java",
                                "            if (!stands) {\n",
                                "            if (failure != null) {\n")),
                new Mistake(
                        "not set with a claim",
                        "messageWhoseHandlerSwallowedADeadlockComesAgain",
                        new Edit(
                                MAIN + "inbox/Claims.java",
                                "        watch.set(sentinel.setInOwnTransaction());\n",
                                "        watch.set(Sentinel.Watch.NONE);\n")),
                new Mistake(
                        "set behind the work of a call",
                        "eventsOfACallWhoseWorkSwallowedADeadlockAreNotPublished",
                        new Edit(
                                MAIN + "outbox/OutboxRecorder.java",
                                "        requireActive(channel, status);\n        channel.sentinel().set();\n",
                                "        requireActive(channel, status);\n")),
                new Mistake(
                        "not set before the elements of a stream",
                        "eventsWhoseElementsSwallowADeadlockInTheirOwnTransactionAreNotPublished",
                        new Edit(
                                MAIN + "outbox/Recording.java",
                                "        channel.sentinel().setInOwnTransaction();\n",
                                "")),
                new Mistake(
                        "checked before other synchronizations",
                        "eventRecordedByASynchronizationAfterASwallowedDeadlockIsNotPublished",
                        new Edit(
                                MAIN + "transaction/Sentinel.java",
                                "behindOthers(() -> behindOthers(() -> behindOthers(() -> checkAll(checks))))",
                                "behindOthers(() -> checkAll(checks))")));
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
                        OneTest.class.getName(),
                        CONTRACT + "#" + mistake.test)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("Expecting code to raise a throwable");
    }

    /** The main class of a process that runs one test method. */
    static final class OneTest {

        private OneTest() {}

        /** Argument: the test, as {@code package.Class#method}. */
        public static void main(String[] arguments) {
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectMethod(arguments[0]))
                                    .build(),
                            listener);
            listener.getSummary().printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
            System.exit(0);
        }
    }
}
