// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import java.util.List;
import java.util.stream.Stream;

/**
 * The outages that one node has met. Immutable.
 *
 * @param databases the relays whose database failed
 * @param brokers the connections to brokers that failed
 * @param receivers the channels whose receivers failed, because of the broker or the database
 * @param handlers the handlers whose circuit breakers are not closed
 */
public record Outages(List<Outage> databases, List<Outage> brokers, List<Outage> receivers, List<Outage> handlers) {

    public Outages {
        databases = List.copyOf(databases);
        brokers = List.copyOf(brokers);
        receivers = List.copyOf(receivers);
        handlers = List.copyOf(handlers);
    }

    /** Returns all of them: a resource before those that depend on it. */
    public Stream<Outage> all() {
        return Stream.of(databases, brokers, receivers, handlers).flatMap(List::stream);
    }

    /** Returns the names of the resources. */
    public static List<String> names(List<Outage> outages) {
        return outages.stream().map(Outage::name).toList();
    }
}
