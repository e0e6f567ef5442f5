// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.api.OncewardException;

/**
 * The steps of one probe in its transaction: it is written, and then the last step runs. Remembers the first failure, because a
 * container may hide it, and because a transaction without a written probe proves nothing. Used by one thread.
 */
final class Steps {

    private boolean written;
    private boolean ended;
    private OncewardException failure;

    void write(Runnable step) {
        try {
            step.run();
            written = true;
        } catch (OncewardException e) {
            failure = e;
            throw e;
        }
    }

    /** Runs the last step. Its failure is not thrown: a container logs an exception of a synchronization with its stack. */
    void end(Runnable step) {
        if (!written) {
            return; // some containers call the next synchronization after one that failed
        }
        try {
            step.run();
            ended = true;
        } catch (OncewardException e) {
            failure = e;
        }
    }

    /**
     * Returns normally if both steps ran.
     *
     * @param outcome why the transaction did not commit; {@code null} if it did
     */
    void requireAll(Findings findings, Exception outcome) {
        if (failure != null) {
            throw failure;
        }
        if (ended) {
            return;
        }
        throw outcome == null
                ? findings.fault("a transaction did not call its synchronizations", null)
                : findings.unfinished("a transaction did not call its synchronizations", outcome);
    }
}
