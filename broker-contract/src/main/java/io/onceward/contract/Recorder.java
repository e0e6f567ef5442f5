// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.Await;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A thread that records {@link NumberedEvents} as long as the outbox has few, so that the relay always publishes. */
final class Recorder implements AutoCloseable {

    private static final int BACKLOG = 200;

    private static final long PATIENCE_SECONDS = 60;

    private final ContractApplication application;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final FutureTask<Void> recording = new FutureTask<>(this::run, null);

    Recorder(ContractApplication application) {
        this.application = application;
        Thread thread = new Thread(recording, "recorder");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!ended.get()) {
                if (application.inOutbox() < BACKLOG) {
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
