// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.api.FailureGroup;

/** A {@link FailureGroup} with the getters that JMX makes open data of. */
public final class FailureData {

    private final FailureGroup group;

    FailureData(FailureGroup group) {
        this.group = group;
    }

    public String getDatasource() {
        return group.datasource();
    }

    public String getQueue() {
        return group.queue();
    }

    public String getCause() {
        return group.cause();
    }

    public long getParked() {
        return group.parked();
    }

    public long getRetrying() {
        return group.retrying();
    }

    public boolean isLowerBound() {
        return group.isLowerBound();
    }

    public String getFirst() {
        return String.valueOf(group.first());
    }

    public String getLast() {
        return String.valueOf(group.last());
    }

    public EventData getSample() {
        return new EventData(group.sample());
    }
}
