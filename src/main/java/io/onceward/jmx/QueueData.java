// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.api.Backlog;

/** A {@link Backlog} with the getters that JMX makes open data of. */
public final class QueueData {

    private final Backlog backlog;

    QueueData(Backlog backlog) {
        this.backlog = backlog;
    }

    public String getDatasource() {
        return backlog.datasource();
    }

    public String getQueue() {
        return backlog.queue();
    }

    public long getPending() {
        return backlog.pending();
    }

    public long getDue() {
        return backlog.due();
    }

    public long getDelayed() {
        return backlog.delayed();
    }

    public long getRetrying() {
        return backlog.retrying();
    }

    public long getBlocked() {
        return backlog.blocked();
    }

    public long getParked() {
        return backlog.parked();
    }

    public boolean isLowerBound() {
        return backlog.isLowerBound();
    }

    /** Zero if none is due. */
    public double getOldestDueSeconds() {
        return backlog.oldestDue() == null ? 0 : backlog.oldestDue().toMillis() / 1000.0;
    }

    public String getLastError() {
        return backlog.lastError();
    }

    public boolean isPaused() {
        return backlog.isPaused();
    }
}
