// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OncewardException;

/** Refuses a connection factory only if two runs of its check have the same finding: once, a broker may have failed. */
final class RepeatedCheck {

    private RepeatedCheck() {}

    /**
     * Runs a check, and again if it has a finding.
     *
     * @param factory the name of the connection factory
     * @param check returns if the factory is sound, and throws an {@link UnsoundException} if it is not
     * @throws UnsoundException if both runs have the same finding
     * @throws UndecidedException if only the first one has
     * @throws Exception if there is no result
     */
    static void run(String factory, Call check) throws Exception {
        UnsoundException finding = findingOf(factory, check);
        if (finding == null) {
            return;
        }
        UnsoundException again = findingOf(factory, check);
        if (again == null || !again.getMessage().equals(finding.getMessage())) {
            throw new UndecidedException(finding);
        }
        throw again;
    }

    /** Returns the finding, or {@code null} if there is none. */
    private static UnsoundException findingOf(String factory, Call check) throws Exception {
        try {
            check.run();
            return null;
        } catch (UnsoundException e) {
            return e;
        } catch (UnsupportedOperationException e) {
            return JmsErrors.unsound(factory, Finding.UNSUPPORTED, "Use another client", e);
        } catch (OncewardException e) {
            throw new UndecidedException(e); // for example, a server has rolled back a probe
        }
    }
}
