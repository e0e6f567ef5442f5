// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The main class of a process that runs one test method. */
final class SingleTest {

    /** The exit status after a failed test. */
    static final int NOT_PASSED = 3;

    private SingleTest() {}

    /** Argument: the test, as {@code package.Class#method}. */
    public static void main(String[] arguments) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(arguments[0]))
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        if (summary.getTestsFailedCount() > 0) {
            System.exit(NOT_PASSED);
        }
        System.exit(summary.getTestsSucceededCount() > 0 ? 0 : 1);
    }
}
