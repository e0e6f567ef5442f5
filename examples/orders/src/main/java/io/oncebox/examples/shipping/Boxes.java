// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.shipping;

import jakarta.enterprise.context.ApplicationScoped;

/** What goes wrong, and is put right by somebody: whether the warehouse has boxes for glass. */
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
