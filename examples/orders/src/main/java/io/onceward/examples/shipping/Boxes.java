// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.shipping;

import jakarta.enterprise.context.ApplicationScoped;

/** The failure that an operator repairs: the warehouse has no boxes for glass. */
@ApplicationScoped
public class Boxes {

    private volatile boolean there;

    boolean there() {
        return there;
    }

    void set(boolean areThere) {
        there = areThere;
    }
}
