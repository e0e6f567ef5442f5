// SPDX-License-Identifier: Apache-2.0
package io.oncebox.health;

import io.oncebox.api.Backlog;
import io.oncebox.queue.Outages;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the checks report about an application. A CDI bean, because the server may create the checks. */
public interface HealthSource {

    /** Why events are refused, if the start failed or waits for a database. */
    Optional<String> notStarted();

    /** Returns the backlog of the outbox. */
    List<Backlog> outbox();

    /** Returns the backlog of the inbox. */
    List<Backlog> inbox();

    /** Returns the outages that relays and receivers found at their last attempt. */
    Outages outages();

    /** What the relay of this node does, in a word. */
    String relay();

    /** When an event was published last, by this node. */
    Optional<Instant> lastPublished();

    /** For how long the timer, which drives everything, is overdue. */
    Duration overdue();

    /** Returns the age of the oldest due event above which the application is not ready; empty for no limit. */
    Optional<Duration> maxAge();

    /** Returns the number of parked events and messages above which the application is not ready; empty for no limit. */
    Optional<Integer> maxParked();
}
