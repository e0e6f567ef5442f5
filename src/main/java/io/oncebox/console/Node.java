// SPDX-License-Identifier: Apache-2.0
package io.oncebox.console;

import java.util.List;

/**
 * The figures of one node: its failing connections and handlers, and its counts since the start.
 *
 * @param brokers connections to unavailable brokers, by their names in the log
 * @param databases relays and handlers whose database is unavailable
 * @param receivers channels that receive nothing, because the broker or the database is unavailable
 * @param handlers handlers whose circuit breakers are not closed
 * @param recorded events that have committed
 * @param published messages that the broker has confirmed
 * @param processed messages and calls whose effects have committed
 */
public record Node(
        List<String> brokers,
        List<String> databases,
        List<String> receivers,
        List<String> handlers,
        long recorded,
        long published,
        long processed) {}
