// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

/** An order. */
public record Order(String id, Customer customer) {

    /** The customer of the order. */
    public record Customer(int number) {}
}
