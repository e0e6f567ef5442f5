// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

/** The example cannot run; the message is written for the person at the terminal. */
final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message);
    }
}
