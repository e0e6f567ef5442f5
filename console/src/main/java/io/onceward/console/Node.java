// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Outages;
import java.util.List;

/**
 * The figures of one node: its outages, and its counts since the start.
 *
 * @param outages the connections, databases, receivers and handlers that failed at their last use
 * @param connections the connections to brokers
 * @param captures the datasources whose events a tool captures from the log of the database
 * @param recorded events that have committed
 * @param published messages that the broker has confirmed
 * @param processed messages and calls whose effects have committed
 */
public record Node(
        Outages outages,
        List<BrokerConnection> connections,
        List<CaptureStatus> captures,
        long recorded,
        long published,
        long processed) {}
