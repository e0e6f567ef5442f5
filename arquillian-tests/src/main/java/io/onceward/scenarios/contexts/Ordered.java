// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

/** A CDI event. */
public record Ordered(String id) {

    @Override
    public String toString() {
        return id;
    }
}
