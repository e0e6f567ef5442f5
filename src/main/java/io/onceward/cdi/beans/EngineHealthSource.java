// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Backlog;
import io.onceward.api.InboxAdmin;
import io.onceward.api.OutboxAdmin;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.ContainerStart;
import io.onceward.cdi.start.EngineGate;
import io.onceward.health.HealthSource;
import io.onceward.outbox.capture.CaptureStatus;
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
    private OncewardExtension extension;

    @Inject
    private ContainerStart start;

    @Inject
    private EngineGate engine;

    @Inject
    private OutboxAdmin outbox;

    @Inject
    private InboxAdmin inbox;

    /** Called by CDI. */
    public EngineHealthSource() {}

    @Override
    public Optional<String> notStarted() {
        return start.notStarted();
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
        return engine.now().outages();
    }

    @Override
    public List<CaptureStatus> captures() {
        return engine.now().captures();
    }

    @Override
    public Optional<Long> maxCaptureBytes() {
        return extension.config().capture().maxBytes();
    }

    @Override
    public Optional<Duration> maxCaptureLag() {
        return extension.config().capture().maxLag();
    }

    @Override
    public String relay() {
        return engine.now().relay();
    }

    @Override
    public Optional<Instant> lastPublished() {
        return engine.now().lastPublished();
    }

    @Override
    public Duration overdue() {
        return start.timerOverdue();
    }

    @Override
    public Duration relayInStep() {
        return start.relayInStep();
    }

    @Override
    public Optional<Duration> maxAge() {
        return extension.config().healthMaxAge();
    }

    @Override
    public Optional<Integer> maxParked() {
        return extension.config().healthMaxParked();
    }
}
