// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import java.io.Serializable;
import java.util.List;

/** One thing to be measured. */
public interface Metric extends Serializable {

    /** Returns whether the contestant can be measured by this metric. */
    boolean fits(Contestant contestant);

    /** Prepares a slice, which another JVM may measure: empty tables, an empty queue, and a backlog if there has to be one. */
    default void prepare(Subject subject) throws Exception {
        subject.renew();
    }

    /** Measures the slice that was prepared. */
    List<Figures> measure(Subject subject) throws Exception;
}
