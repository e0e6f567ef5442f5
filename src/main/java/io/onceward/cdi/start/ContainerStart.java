// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.OncewardException;
import io.onceward.cdi.deployment.EngineValidation;
import io.onceward.cdi.deployment.Feature;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.config.JndiName;
import io.onceward.engine.Engine;
import io.onceward.engine.EngineLifecycle;
import io.onceward.health.Heartbeat;
import io.onceward.log.Causes;
import io.onceward.log.DeploymentErrors;
import io.onceward.log.Log;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javax.naming.NamingException;

/**
 * The start and stop of the engine of one application, and its timer. The start of the application, or an earlier event, opens the
 * engine; the self-check runs when the application starts. Thread-safe.
 */
@ApplicationScoped
public class ContainerStart implements EngineValidation {

    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

    @Inject
    private OncewardExtension extension;

    @Inject
    private ServerPlatform platform;

    @Inject
    private HandlerBeans handlers;

    @Inject
    private ServerHooks hooks;

    private final StartGate gate = new StartGate();
    private final Heartbeat heartbeat = new Heartbeat();
    private volatile EngineLifecycle lifecycle;
    private volatile long lastTry = System.nanoTime();

    /** Called by CDI. */
    public ContainerStart() {}

    /** Otherwise the start of the application opens the engine. */
    @Override
    public void validate() {
        try {
            if (namesAreReady()) {
                open();
            }
        } catch (OncewardException e) {
            if (!Causes.isPassing(e)) {
                throw e;
            }
        }
    }

    private static boolean namesAreReady() {
        try {
            new JndiName(Feature.REGISTRY).lookup(Object.class);
            return true;
        } catch (NamingException e) {
            return false;
        }
    }

    /**
     * Makes the first attempt to start. A database that is down does not fail it: events are refused until a later attempt
     * succeeds, which {@link #poll} makes.
     *
     * @throws OncewardException if a retry can't succeed
     */
    public void start() {
        heartbeat.beat(this::first);
    }

    /** Publishes due events, and retries a start that was postponed. */
    public void poll() {
        heartbeat.beat(this::pollNow);
    }

    private void pollNow() {
        if (!gate.isOpen()) {
            late();
        }
        if (gate.isOpen()) {
            open().engine().poll();
        }
    }

    /** Returns how long {@link #poll()} is overdue. */
    public Duration timerOverdue() {
        Duration overdue = heartbeat.silence().minus(extension.config().relayPollingInterval());
        return overdue.isNegative() ? Duration.ZERO : overdue;
    }

    /**
     * Returns the longest time that a relay, or the check of a capture, has waited for the database or for a thread; zero before
     * the start.
     */
    public Duration relayInStep() {
        EngineLifecycle opened = lifecycle;
        return opened == null ? Duration.ZERO : opened.engine().relayInStep();
    }

    /** Returns why events are refused; empty if they are not. */
    public Optional<String> notStarted() {
        return gate.isOpen()
                ? Optional.empty()
                : Optional.of(gate.reason().map(OncewardException::getMessage).orElse("starting"));
    }

    StartGate gate() {
        return gate;
    }

    /** Opens the engine, unless an earlier call has. */
    private EngineLifecycle open() {
        EngineLifecycle opened = lifecycle;
        return opened != null ? opened : openOnce();
    }

    private synchronized EngineLifecycle openOnce() {
        if (lifecycle == null) {
            lifecycle = EngineLifecycle.open(
                    extension.config(), platform.lookup(gate::isOpen), extension.channels(), handlers.all());
        }
        return lifecycle;
    }

    /** Returns the engine with its tables; opens it and creates them, unless an earlier call has. */
    Engine prepared() {
        return open().prepared();
    }

    private void first() {
        try {
            startNow();
        } catch (OncewardException e) {
            gate.refuse(e);
            throw e;
        } catch (RuntimeException | Error e) {
            gate.refuse(unexpected(e));
            throw e;
        }
    }

    /** Retries a start that did not succeed, unless the last attempt is too recent. */
    private void late() {
        if (System.nanoTime() - lastTry < RETRY_INTERVAL.toNanos()) {
            return;
        }
        lastTry = System.nanoTime();
        try {
            startNow();
        } catch (OncewardException e) {
            if (isNew(e, OncewardException::getMessage)) {
                Log.startRefused(e);
            }
            gate.postpone(e); // the application runs, and its operator may correct the cause
        } catch (RuntimeException | Error e) {
            gate.postpone(unexpected(e));
            throw e;
        }
    }

    private static OncewardException unexpected(Throwable failure) {
        return DeploymentErrors.startInterrupted("an unexpected failure", failure);
    }

    /** @throws OncewardException if a retry alone can't succeed; the caller ends the attempt */
    private void startNow() {
        if (!gate.beginAttempt()) {
            return;
        }
        try {
            open().start(hooks);
            gate.open();
        } catch (OncewardException e) {
            if (!Causes.isPassing(e)) {
                throw e;
            }
            if (isNew(e, OncewardException::code)) { // the text of a pool may differ each time
                Log.startPostponed(e);
            }
            gate.postpone(e);
        } finally {
            if (gate.isStopped()) { // meanwhile, perhaps before there was an engine to stop
                stopEngine(Duration.ZERO);
            }
        }
    }

    /** Returns whether the last attempt did not fail for the same reason, as far as this aspect says. */
    private boolean isNew(OncewardException failure, Function<OncewardException, String> aspect) {
        return gate.reason().map(aspect).filter(aspect.apply(failure)::equals).isEmpty();
    }

    /** Stops the engine, and waits for current batches. */
    public void stop(Duration patience) {
        gate.stop();
        stopEngine(patience);
    }

    private void stopEngine(Duration patience) {
        EngineLifecycle opened = lifecycle;
        if (opened != null) {
            opened.stop(patience, Runnable::run);
        }
    }
}
