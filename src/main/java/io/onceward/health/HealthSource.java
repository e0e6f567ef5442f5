// SPDX-License-Identifier: Apache-2.0
package io.onceward.health;

import io.onceward.api.Backlog;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.outage.Outages;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The data for the health checks of an application. A CDI bean, because the server may create the checks. */
public interface HealthSource {

    /** Returns why events are refused, if the start failed or waits for a database. */
    Optional<String> notStarted();

    /** Returns the backlog of the outbox. */
    List<Backlog> outbox();

    /** Returns the backlog of the inbox. */
    List<Backlog> inbox();

    /** Returns the outages that relays, receivers and handlers found at their last attempts. */
    Outages outages();

    /** Returns the datasources whose events a tool captures from the log of the database. */
    List<CaptureStatus> captures();

    /** Returns the bytes of log behind which the application is not ready; empty for no limit. */
    Optional<Long> maxCaptureBytes();

    /** Returns the time behind which the application is not ready; empty for no limit. */
    Optional<Duration> maxCaptureLag();

    /** Returns the state of this node's relay in one word. */
    String relay();

    /** Returns the time when this node last published an event. */
    Optional<Instant> lastPublished();

    /** Returns how long the timer, which drives everything, is overdue. */
    Duration overdue();

    /**
     * Returns the longest time that a relay, or the check of a capture, has waited for the database or for a thread; zero before
     * the start.
     */
    Duration relayInStep();

    /** Returns the age of the oldest due event above which the application is not ready; empty for no limit. */
    Optional<Duration> maxAge();

    /** Returns the number of parked events and messages above which the application is not ready; empty for no limit. */
    Optional<Integer> maxParked();
}
