// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.OutboxRows;
import io.onceward.outbox.Admission;
import io.onceward.outbox.capture.Capture;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.queue.store.AppendStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The events of a datasource that a tool captures from the log of the database. Thread-safe. */
final class DatasourceCapture implements Capture {

    /** The most events that are counted for a message. */
    private static final int COUNTED = 10_000;

    private final String datasource;
    private final OncewardConfig config;
    private final CaptureStore store;
    private final AppendStore events;
    private final Supplier<List<String>> relayed;

    /** Empty if the check is off. */
    private final Optional<CaptureWatch> watch;

    /** @param relayed reads the channels of the same tables that nodes relay */
    DatasourceCapture(
            String datasource,
            OutboxRows rows,
            OncewardConfig config,
            Supplier<List<String>> relayed,
            Executor executor) {
        this.datasource = datasource;
        this.config = config;
        this.relayed = relayed;
        DatabaseLog log = DatabaseLog.of(rows.jdbc().dialect());
        this.store = new JdbcCaptureStore(rows, log, config.capture());
        this.events = new JdbcCapturedEvents(rows, log);
        this.watch = config.capture().isChecked()
                ? Optional.of(new CaptureWatch(
                        datasource, store, relayed, executor, config.adminRefresh(), config.relayPollingInterval()))
                : Optional.empty();
    }

    @Override
    public AppendStore events() {
        return events;
    }

    @Override
    public Admission admission() {
        return new CaptureAdmission(watch);
    }

    @Override
    public void check() {
        int kept = store.countKept(COUNTED);
        if (kept > 0) {
            throw CaptureErrors.eventsKept(
                    datasource,
                    kept,
                    COUNTED,
                    config.capture().slot(),
                    config.capture().publication());
        }
        List<String> channels = relayed.get();
        if (!channels.isEmpty()) {
            throw CaptureErrors.relaysBeside(datasource, channels);
        }
        watch.map(CaptureWatch::open)
                .filter(found -> !found.shortcomings().isEmpty())
                .ifPresent(found -> {
                    throw CaptureErrors.notCapturing(datasource, found.text());
                });
    }

    @Override
    public void tick() {
        watch.ifPresent(CaptureWatch::tick);
    }

    @Override
    public Duration inStep() {
        return watch.map(CaptureWatch::inStep).orElse(Duration.ZERO);
    }

    @Override
    public CaptureReading last() {
        return watch.map(CaptureWatch::last).orElse(null);
    }
}
