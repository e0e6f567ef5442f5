// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.List;

/**
 * The resources that failed at their last use, by their names in the log. Immutable.
 *
 * @param databases the relays whose database failed
 * @param brokers the connections to brokers that failed
 * @param receivers the channels whose receivers failed, because of the broker or the database
 * @param handlers the handlers whose circuit breakers are not closed
 */
public record Outages(List<String> databases, List<String> brokers, List<String> receivers, List<String> handlers) {}
