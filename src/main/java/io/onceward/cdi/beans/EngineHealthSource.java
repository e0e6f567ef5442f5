// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Backlog;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OutboxAdmin;
import io.onceward.capture.CaptureStatus;
import io.onceward.cdi.start.OncewardContainer;
import io.onceward.health.HealthSource;
import io.onceward.queue.outage.Outages;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The source of the checks of MicroProfile Health: the engine of the application. */
@ApplicationScoped
public class EngineHealthSource implements HealthSource {

    @Inject
    private OncewardContainer container;

    @Inject
    private OutboxAdmin outbox;

    @Inject
    private InboxAdmin inbox;

    /** Called by CDI. */
    public EngineHealthSource() {}

    @Override
    public Optional<String> notStarted() {
        return container.notStarted();
    }

    @Override
    public List<Backlog> outbox() {
        return outbox.backlog();
    }

    @Override
    public List<Backlog> inbox() {
        return inbox.backlog();
    }

    @Override
    public Outages outages() {
        return container.engine().outages();
    }

    @Override
    public List<CaptureStatus> captures() {
        return container.engine().captures();
    }

    @Override
    public Optional<Long> maxCaptureBytes() {
        return container.config().capture().maxBytes();
    }

    @Override
    public Optional<Duration> maxCaptureLag() {
        return container.config().capture().maxLag();
    }

    @Override
    public String relay() {
        return container.engine().relay();
    }

    @Override
    public Optional<Instant> lastPublished() {
        return container.engine().lastPublished();
    }

    @Override
    public Duration overdue() {
        return container.timerOverdue();
    }

    @Override
    public Duration relayInStep() {
        return container.relayInStep();
    }

    @Override
    public Optional<Duration> maxAge() {
        return container.config().healthMaxAge();
    }

    @Override
    public Optional<Integer> maxParked() {
        return container.config().healthMaxParked();
    }
}
