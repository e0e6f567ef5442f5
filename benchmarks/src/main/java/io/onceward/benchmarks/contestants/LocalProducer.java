// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.util.function.LongConsumer;

/** Its relay hands the events to a handler in the same JVM, without a broker. */
public interface LocalProducer extends OutboxProducer {

    /** Notes the number of each event, on the thread of the handler, after the business of the handler and before its commit. */
    void note(LongConsumer handled);
}
