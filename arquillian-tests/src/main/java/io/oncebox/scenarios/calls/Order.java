// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.calls;

/** What is ordered. */
public record Order(String id, Customer customer) {

    /** Who orders it. */
    public record Customer(int number) {}
}
