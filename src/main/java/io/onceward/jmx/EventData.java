// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.api.EventSummary;
import io.onceward.log.UserInfo;

/** An {@link EventSummary} with the getters that JMX makes open data of. */
public final class EventData {

    private final EventSummary event;

    EventData(EventSummary event) {
        this.event = event;
    }

    public String getDatasource() {
        return event.datasource();
    }

    public long getPosition() {
        return event.position();
    }

    public String getId() {
        return event.id();
    }

    public String getQueue() {
        return event.queue();
    }

    public String getKey() {
        return event.key();
    }

    public String getType() {
        return event.type();
    }

    public String getState() {
        return event.state().name();
    }

    public String getDestination() {
        return UserInfo.hidden(event.destination());
    }

    public String getCreatedAt() {
        return String.valueOf(event.createdAt());
    }

    public int getAttempts() {
        return event.attempts();
    }

    public String getError() {
        return event.error();
    }
}
