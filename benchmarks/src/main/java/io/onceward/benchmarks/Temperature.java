// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

/** What a JVM has done before it is measured. */
enum Temperature {
    /** It has warmed up, and is kept for all slices. */
    WARM,
    /** Nothing: it is new in each slice, and another JVM has recorded the backlog. */
    COLD
}
