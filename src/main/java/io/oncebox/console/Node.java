// SPDX-License-Identifier: Apache-2.0
package io.oncebox.console;

import java.util.List;

/**
 * What one node knows by itself: what did not work when it was tried last, and what it has counted since it was started.
 *
 * @param brokers connections to brokers that take nothing, by the names that the log has for them
 * @param databases what is on a datasource that can't be used
 * @param receivers channels that receive nothing, because of broker or database
 * @param recorded events that have committed
 * @param published messages that the broker has confirmed
 * @param processed messages and calls whose effects have committed
 */
public record Node(
        List<String> brokers,
        List<String> databases,
        List<String> receivers,
        long recorded,
        long published,
        long processed) {}
