// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** A property of a simulation does not hold. */
final class SimViolation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    final String property;

    SimViolation(String property, String what) {
        super(property + ": " + what, null, false, false);
        this.property = property;
    }
}
