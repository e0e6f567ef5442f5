// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.metrics.Subject;
import java.io.Serializable;

/**
 * Something that the benchmark asks of the JVM of a contestant.
 *
 * @param <A> the answer, which can be serialized
 */
public interface Request<A> extends Serializable {

    /** Answers in that JVM. */
    A answer(Subject subject) throws Exception;
}
