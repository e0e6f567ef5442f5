// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import java.util.List;

/** One thing to be measured. */
public interface Metric {

    /** Returns whether the contestant can be measured by this metric. */
    boolean fits(Contestant contestant);

    /** One slice: from empty tables and an empty queue to the figures. */
    List<Figures> measure(Subject subject) throws Exception;
}
