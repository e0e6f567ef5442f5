// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.List;

/**
 * Work that {@link CrashPoints#killable} also runs in a separate process, to kill that process. The class has a constructor without
 * parameters and is not an inner class, because the other process creates an instance.
 *
 * @since 0.1
 */
public interface KillableWork {

    /**
     * Starts a test outbox on the database of the test. The test kit calls it only in the other process; a test may also call it.
     *
     * @param arguments what the test has given to {@link CrashPoints#killable}, for example the URL of the database
     */
    TestOutbox start(List<String> arguments) throws Exception;

    /**
     * Does the work once, in the calling thread. Called in both processes.
     *
     * @param outbox that of {@link #start} in the other process, that of {@link CrashPoints#of} in the process of the test
     */
    void run(TestOutbox outbox) throws Exception;
}
