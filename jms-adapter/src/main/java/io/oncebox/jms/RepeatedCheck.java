// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.api.OnceboxException;

/** Refuses a connection factory only if two runs of its check have the same finding: once, a broker may have failed. */
final class RepeatedCheck {

    private static final String FINDING = "OBX-0210";

    private RepeatedCheck() {}

    /** One run of a check. */
    @FunctionalInterface
    interface Check {

        /**
         * Returns if the factory is sound.
         *
         * @throws OnceboxException if it is not
         * @throws Exception if there is no result
         */
        void run() throws Exception;
    }

    /**
     * Runs a check, and again if it has a finding.
     *
     * @throws OnceboxException if both runs have the same finding
     * @throws UndecidedException if only the first one has
     * @throws Exception if there is no result
     */
    static void run(Check check) throws Exception {
        OnceboxException finding = findingOf(check);
        if (finding == null) {
            return;
        }
        OnceboxException again = findingOf(check);
        if (again == null || !again.getMessage().equals(finding.getMessage())) {
            throw new UndecidedException(finding);
        }
        throw again;
    }

    /** Returns the finding, or {@code null} if there is none. */
    private static OnceboxException findingOf(Check check) throws Exception {
        try {
            check.run();
            return null;
        } catch (OnceboxException e) {
            if (e.code().equals(FINDING)) {
                return e;
            }
            throw new UndecidedException(e); // for example, a server has rolled back a probe
        }
    }
}
