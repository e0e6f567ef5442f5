// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.Backlog;
import java.time.Duration;

/** The backlog figures of one queue, as they were counted. */
record QueueFigures(
        String datasource,
        String queue,
        long pending,
        long due,
        long delayed,
        long retrying,
        long blocked,
        long parked,
        boolean isLowerBound,
        Duration oldestDue,
        String lastError,
        boolean isPaused)
        implements Backlog {}
