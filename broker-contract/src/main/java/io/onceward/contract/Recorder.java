// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.Await;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A thread that records {@link NumberedEvents} as long as few of them are on the way, so that the relay always publishes, and what is left
 * at the end takes a short time, however long a broker was down.
 */
final class Recorder implements AutoCloseable {

    private static final int IN_OUTBOX = 200;
    private static final int UNHANDLED = 1000;

    private static final long PATIENCE_SECONDS = 60;

    private final ContractApplication application;
    private final BooleanSupplier few;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final FutureTask<Void> recording = new FutureTask<>(this::run, null);

    private Recorder(ContractApplication application, BooleanSupplier few) {
        this.application = application;
        this.few = few;
        Thread thread = new Thread(recording, "recorder");
        thread.setDaemon(true);
        thread.start();
    }

    /** Records as long as few events wait to be published. */
    static Recorder untilPublished(ContractApplication application) {
        return new Recorder(application, () -> application.inOutbox() < IN_OUTBOX);
    }

    /** Records as long as few events wait to be handled. */
    static Recorder untilHandled(ContractApplication application) {
        return new Recorder(
                application,
                () -> application.recorded() - application.handled().size() < UNHANDLED);
    }

    private void run() {
        try {
            while (!ended.get()) {
                if (few.getAsBoolean()) {
                    application.record(10);
                } else {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the rows of so many further events are removed. */
    void awaitPublished(int further) throws InterruptedException {
        int before = published();
        Await.until(Await.AFTER_OUTAGE, "published events", () -> published() >= before + further);
    }

    private int published() {
        return application.recorded() - application.inOutbox();
    }

    /** Returns when the thread has ended. */
    void end() throws Exception {
        ended.set(true);
        recording.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        ended.set(true);
    }
}
