// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import jakarta.jms.JMSException;

/**
 * A way of doing it. What it can do is the interfaces that it implements. Between two slices nothing of it may run, since
 * others are measured then.
 */
public interface Contestant extends AutoCloseable {

    /** Returns the contestant's relevant versions and settings, in one line. */
    String about();

    /** Empties its tables. */
    void reset() throws Exception;

    @Override
    void close() throws JMSException;
}
