// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import java.io.Serializable;
import java.time.LocalDate;

/** The payload of an order's message. */
public record Order(String id, Kind kind, LocalDate due) implements Serializable {

    /** How soon. */
    public enum Kind {
        URGENT,
        NORMAL
    }
}
