// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.OncewardException;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.MessageHandler;
import io.onceward.selfcheck.TransactionStyle;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * The life of an engine, on a server and in a plain JVM. The order of its steps stands only here:
 *
 * <ol>
 *   <li>Open: datasources, existing tables and declared channels are checked. Nothing is written, because a server opens the engine
 *       while it may still refuse the deployment.
 *   <li>Check: the connections to brokers, which need no table; then missing tables are created; then the self-check writes into
 *       them; then the waiting messages are decoded.
 *   <li>Start: the retry policies are declared, which a refused deployment must not do. Then the engine is connected to metrics and
 *       traces, so that they see no probe of the self-check, and to JMX. The log line comes last: an operator takes it for the end of
 *       the start.
 *   <li>Stop: current batches end and lanes are given up, while the connections to brokers are still open.
 * </ol>
 *
 * <p>If a step fails, the start may be repeated; a check that has passed is not made again. An application may record before the start
 * has succeeded, which needs only the tables that {@link #prepared} creates. Another thread may stop the engine at any time; a start
 * that is running then ends without success. Thread-safe, but only one thread at a time may start the engine.
 */
public final class EngineLifecycle {

    /** The states of an engine, in their order. */
    public enum State {

        /** What needs no table is checked. */
        OPENED,

        /** Brokers, tables and transactions are checked. */
        CHECKED,

        /** The start has succeeded. */
        STARTED,

        /** No batch begins any more. */
        STOPPED;

        private boolean mayBecome(State next) {
            return next == STOPPED ? this != STOPPED : next.ordinal() == ordinal() + 1;
        }
    }

    /** What a start needs of the surroundings of the engine. */
    public interface Hooks {

        /** Returns the transaction styles that the self-check proves. */
        Iterable<TransactionStyle> styles();

        /** Returns the name of the application, unless the configuration has one. */
        String application();

        /** Connects the checked engine to the metrics and traces of its surroundings. */
        void connect(Engine checked);
    }

    private final Engine engine;
    private volatile boolean prepared;
    private State state = State.OPENED;

    EngineLifecycle(Engine engine) {
        this.engine = engine;
    }

    /**
     * Opens an engine, and makes all checks for which no table is needed.
     *
     * @param declared the declared channels, which are checked at once
     * @param handlers the handlers of stored messages
     * @throws OncewardException if something configured doesn't exist or doesn't fit, or a database is unreachable
     */
    public static EngineLifecycle open(
            OncewardConfig config, Platform platform, Set<String> declared, List<MessageHandler> handlers) {
        return new EngineLifecycle(new Engine(new EngineAssembly(config, platform, declared, handlers)));
    }

    /** Returns the engine; its tables may be missing. */
    public Engine engine() {
        return engine;
    }

    /** Returns the state. */
    public synchronized State state() {
        return state;
    }

    /**
     * Returns the engine, with tables and queues, which the first call creates or opens.
     *
     * @throws OncewardException if a database refuses
     */
    public Engine prepared() {
        if (!prepared) {
            engine.prepare();
            prepared = true;
        }
        return engine;
    }

    /**
     * Checks the engine, unless an earlier call has, and starts it.
     *
     * @throws OncewardException if a check has found a fault or could not be completed, or a database is unreachable
     * @throws IllegalStateException if the engine is started or stopped
     */
    public void start(Hooks hooks) {
        if (state() == State.CHECKED || check(hooks)) {
            connect(hooks);
        }
    }

    /** Returns whether the engine is checked; {@code false} if it was stopped meanwhile. */
    private boolean check(Hooks hooks) {
        require(State.CHECKED);
        engine.checkConnections();
        prepared();
        engine.selfCheck(hooks.styles());
        engine.rehearse();
        return reach(State.CHECKED);
    }

    private void connect(Hooks hooks) {
        engine.declareAs(hooks.application());
        hooks.connect(engine);
        engine.manageAs(hooks.application());
        if (reach(State.STARTED)) {
            engine.logStarted();
        }
    }

    /**
     * Stops the engine, and waits for current batches, at most this long. Does nothing if it is stopped.
     *
     * @param closing runs the closing of the connections to brokers, which may wait for a broker
     */
    public void stop(Duration patience, Executor closing) {
        if (reach(State.STOPPED)) {
            engine.stop(patience);
            closing.execute(engine::closeConnections);
        }
    }

    private synchronized void require(State next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("An engine that is " + state + " can't become " + next);
        }
    }

    /** Returns whether the state was reached; {@code false} if the engine is stopped. */
    private synchronized boolean reach(State next) {
        if (state == State.STOPPED) {
            return false;
        }
        require(next);
        state = next;
        return true;
    }
}
