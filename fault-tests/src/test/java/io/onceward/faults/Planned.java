// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.time.Duration;

/**
 * A fault that is to happen.
 *
 * @param at after the begin of the storm
 * @param target a node's name, or "broker" or "database"
 * @param length until it is healed
 * @param measure from 0 to 1: how bad it is, or which variant of it
 */
record Planned(Duration at, Fault fault, String target, Duration length, double measure) {

    @Override
    public String toString() {
        return "%5.1f s  %s  %s for %.1f s  (%.2f)"
                .formatted(at.toMillis() / 1000.0, target, fault, length.toMillis() / 1000.0, measure);
    }
}
