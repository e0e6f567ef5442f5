// SPDX-License-Identifier: Apache-2.0
package io.oncebox.test;

import java.util.List;

/**
 * Work that {@link CrashPoints#killable} also runs in a process of its own, to kill that process. The class has a constructor without
 * parameters and is no inner class, because the other process creates an instance.
 *
 * @since 0.1
 */
public interface KillableWork {

    /**
     * Starts a test outbox on the database of the test. Called in the other process only; a test may call it, too.
     *
     * @param arguments what the test has given to {@link CrashPoints#killable}, for example the URL of the database
     */
    TestOutbox start(List<String> arguments) throws Exception;

    /**
     * Does the work once, in the calling thread. Called in both processes.
     *
     * @param outbox in the other process, what {@link #start} returned; otherwise the one of {@link CrashPoints#of}
     */
    void run(TestOutbox outbox) throws Exception;
}
