// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

/** Recognises that a broker refused a message because it has it already. */
final class Duplicates {

    /** Artemis' exception, which is not on the class path. */
    private static final String ARTEMIS = "ActiveMQDuplicateIdException";

    private Duplicates() {}

    static boolean refused(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getClass().getSimpleName().equals(ARTEMIS)) {
                return true;
            }
        }
        return false;
    }
}
