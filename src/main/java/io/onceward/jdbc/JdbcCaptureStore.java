// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.capture.CaptureReading;
import io.onceward.capture.CaptureReading.Shortcoming;
import io.onceward.capture.CaptureReading.Slot;
import io.onceward.capture.CaptureStore;
import io.onceward.capture.SlotStatistics;
import io.onceward.config.CaptureConfig;
import io.onceward.jdbc.dialect.CaptureNeeds;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.AppendStore;

final class JdbcCaptureStore implements CaptureStore {

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final QueueTables tables;
    private final CaptureConfig config;
    private final AppendStore events;
    private final String countKept;

    JdbcCaptureStore(Jdbc jdbc, Dialect dialect, QueueTables tables, CaptureConfig config, JdbcAppendStore rows) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.tables = tables;
        this.config = config;
        this.events = new JdbcCapturedEvents(jdbc, dialect, tables, rows);
        String kept = "SELECT 1 AS one FROM " + tables.rows() + " WHERE state <> '" + JdbcAppendStore.PROBE
                + "' ORDER BY "
                + tables.indexOrder(); // else the database would read the rows that are deleted, but not yet vacuumed
        countKept = "SELECT COUNT(*) FROM (" + dialect.limited(kept) + ") AS kept";
    }

    @Override
    public AppendStore events() {
        return events;
    }

    @Override
    public CaptureReading read() {
        return jdbc.run("read what captures events", connection -> {
            CaptureNeeds needs = dialect.captureNeeds(connection, tables.rows(), config.publication(), config.slot());
            return new CaptureReading(
                    needs.missing().stream()
                            .map(need -> new Shortcoming(need.text(), need.losesRows()))
                            .toList(),
                    needs.slot().map(this::slot),
                    needs.exists());
        });
    }

    private Slot slot(CaptureNeeds.SlotRow row) {
        CaptureNeeds.StatisticsRow counted = row.statistics();
        return new Slot(
                config.slot(),
                row.isActive(),
                row.walStatus(),
                row.logEnd(),
                row.lagBytes(),
                row.inactivity(),
                counted == null ? null : new SlotStatistics(counted.period(), counted.transactions()));
    }

    @Override
    public int countKept(int limit) {
        return jdbc.run("count events", connection -> new Query<>(
                        countKept,
                        (statement, index) -> {
                            statement.setInt(index + 1, limit);
                            return index + 1;
                        },
                        row -> {
                            row.next();
                            return row.getInt(1);
                        })
                .run(connection));
    }
}
