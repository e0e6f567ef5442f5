// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.FailureGroup;
import java.time.Instant;

/** A group of failed events. */
record Failure(
        EventFilter filter,
        String cause,
        long parked,
        long retrying,
        boolean isLowerBound,
        Instant first,
        Instant last,
        EventSummary sample)
        implements FailureGroup {

    /**
     * Returns the group of one event.
     *
     * @param searched the filter of the search
     */
    static Failure of(EventFilter searched, String cause, EventSummary event) {
        EventFilter filter = searched.withDatasource(event.datasource())
                .withQueue(event.queue())
                .withCause(cause);
        int parked = event.state() == EventState.PARKED ? 1 : 0;
        return new Failure(filter, cause, parked, 1L - parked, false, event.createdAt(), event.createdAt(), event);
    }

    /** Returns this group with the events of another one, which have higher positions. */
    Failure and(Failure later) {
        return new Failure(
                filter,
                cause,
                parked + later.parked,
                retrying + later.retrying,
                false,
                later.first != null && (first == null || later.first.isBefore(first)) ? later.first : first,
                later.last != null && (last == null || later.last.isAfter(last)) ? later.last : last,
                sample);
    }

    /** Returns this group as one that may have more events. */
    Failure andMore() {
        return new Failure(filter, cause, parked, retrying, true, first, last, sample);
    }

    @Override
    public String datasource() {
        return sample.datasource();
    }

    @Override
    public String queue() {
        return sample.queue();
    }

    /** Returns the number of events. */
    long count() {
        return parked + retrying;
    }
}
