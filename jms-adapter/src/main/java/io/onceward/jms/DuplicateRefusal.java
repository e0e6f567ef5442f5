// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

/** Recognises that a broker refused a message because it has it already. */
final class DuplicateRefusal {

    /** Artemis' exception, which is not on the class path. */
    private static final String ARTEMIS = "ActiveMQDuplicateIdException";

    private static final int MAX_CAUSES = 30;

    private DuplicateRefusal() {}

    static boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (cause.getClass().getSimpleName().equals(ARTEMIS)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
