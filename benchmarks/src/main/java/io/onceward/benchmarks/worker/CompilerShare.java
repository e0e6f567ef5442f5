// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.environment.ProcessorTime;

/**
 * The part of this JVM's processor time that its compiler takes, from {@link #begin} on.
 *
 * @param compiler the seconds that the threads of the compiler had used
 * @param all the seconds that the JVM had used
 */
record CompilerShare(double compiler, double all) {

    static CompilerShare begin() {
        return new CompilerShare(ProcessorTime.ofCompiler(), ProcessorTime.ofJvm());
    }

    double percent() {
        CompilerShare now = begin();
        return 100 * (now.compiler - compiler) / Math.max(1e-3, now.all - all);
    }
}
