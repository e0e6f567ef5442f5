// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import java.util.Locale;

/** The metrics that a caller can request. */
enum MetricName {
    PRODUCE,
    DRAIN,
    LATENCY,
    E2E,
    INBOX,
    INBOX_LATENCY,
    IDLE,
    LONG_MESSAGE,
    START,
    GROWTH,
    STEADY,
    OVERVIEW;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
