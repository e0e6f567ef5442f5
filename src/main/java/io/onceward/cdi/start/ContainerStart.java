// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.OncewardException;
import io.onceward.engine.Engine;
import io.onceward.log.Causes;
import io.onceward.selfcheck.SelfCheckErrors;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The start of the engine of one application, with its gate; and the stop. Thread-safe. */
final class ContainerStart {

    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

    private final StartGate gate = new StartGate();
    private final Supplier<Engine> opening;
    private final Consumer<Engine> selfCheck;
    private final Consumer<Engine> connecting;
    private volatile Engine engine;
    private volatile boolean prepared;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile long lastTry = System.nanoTime();

    /**
     * @param opening opens the engine, with all checks that need no table
     * @param selfCheck checks the engine, whose tables exist
     * @param connecting connects the checked engine to the server and to the operators
     */
    ContainerStart(Supplier<Engine> opening, Consumer<Engine> selfCheck, Consumer<Engine> connecting) {
        this.opening = opening;
        this.selfCheck = selfCheck;
        this.connecting = connecting;
    }

    StartGate gate() {
        return gate;
    }

    /** Returns the engine if it is open. */
    Optional<Engine> opened() {
        return Optional.ofNullable(engine);
    }

    /** Returns the engine; opens it, unless an earlier call has. */
    Engine open() {
        Engine opened = engine;
        return opened != null ? opened : openOnce();
    }

    private synchronized Engine openOnce() {
        if (engine == null) {
            engine = opening.get();
        }
        return engine;
    }

    /** Opens the engine and creates missing tables, unless an earlier call has. */
    Engine prepared() {
        Engine opened = open();
        if (!prepared) {
            opened.prepare();
            prepared = true;
        }
        return opened;
    }

    /**
     * Makes the first attempt to start. A database that is down does not fail it: events are refused until a {@linkplain #late
     * late} attempt succeeds.
     *
     * @throws OncewardException if a retry can't succeed
     */
    void first() {
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
    void late() {
        if (System.nanoTime() - lastTry < RETRY_INTERVAL.toNanos()) {
            return;
        }
        lastTry = System.nanoTime();
        try {
            startNow();
        } catch (OncewardException e) {
            if (isNew(e, OncewardException::getMessage)) {
                StartLog.startRefused(e);
            }
            gate.postpone(e); // the application runs, and its operator may correct the cause
        } catch (RuntimeException | Error e) {
            gate.postpone(unexpected(e));
            throw e;
        }
    }

    private static OncewardException unexpected(Throwable failure) {
        return SelfCheckErrors.startInterrupted("an unexpected failure", failure);
    }

    /** @throws OncewardException if a retry alone can't succeed; the caller ends the attempt */
    private void startNow() {
        if (!gate.beginAttempt()) {
            return;
        }
        try {
            Engine opened = open(); // makes all checks that need no table
            opened.checkConnections();
            prepared(); // creates missing tables
            selfCheck.accept(opened);
            connecting.accept(opened);
            opened.logStarted();
            gate.open();
        } catch (OncewardException e) {
            if (!Causes.isPassing(e)) {
                throw e;
            }
            if (isNew(e, OncewardException::code)) { // the text of a pool may differ each time
                StartLog.startPostponed(e);
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
    void stop(Duration patience) {
        gate.stop();
        stopEngine(patience);
    }

    private void stopEngine(Duration patience) {
        Engine opened = engine;
        if (opened != null && stopped.compareAndSet(false, true)) {
            opened.stop(patience);
            opened.closeConnections();
        }
    }
}
