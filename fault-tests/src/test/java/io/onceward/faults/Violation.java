// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/**
 * A violation of a guarantee.
 *
 * @param what it is
 * @param order that it is about, by its id; empty if it is about none
 */
record Violation(String what, String order) {

    @Override
    public String toString() {
        return order.isEmpty() ? what : what + ": " + order;
    }
}
