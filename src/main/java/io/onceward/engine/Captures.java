// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.OncewardException;
import io.onceward.config.ChannelConfig;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.Database;
import io.onceward.log.DatabaseErrors;
import io.onceward.outbox.capture.Capture;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.outbox.capture.LogCapture;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The datasources whose events a tool captures from the log of the database, while no relay of this node publishes them. Thread-safe. */
final class Captures {

    private final OncewardConfig config;
    private final Platform platform;
    private final Databases databases;
    private final Set<String> captured;

    /** Empty if no datasource is captured. */
    private final Optional<LogCapture> log;

    private final Map<String, Capture> open = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> channels = new ConcurrentHashMap<>();
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    /** @throws OncewardException if a datasource is captured, and the application does not contain log-based capture */
    Captures(OncewardConfig config, Platform platform, Databases databases) {
        this.config = config;
        this.platform = platform;
        this.databases = databases;
        this.captured = config.capturedDatasources();
        this.log = captured.isEmpty() ? Optional.empty() : Optional.of(find());
    }

    private LogCapture find() {
        try {
            return LogCapture.find().orElseThrow(() -> EngineErrors.captureMissing(captured, null));
        } catch (ServiceConfigurationError e) {
            throw EngineErrors.captureMissing(captured, e);
        }
    }

    boolean has(String datasource) {
        return captured.contains(datasource);
    }

    /** Returns whether a channel that was opened is captured. */
    boolean hasChannel(String channel) {
        return channels.values().stream().anyMatch(names -> names.contains(channel));
    }

    /** @throws OncewardException if the channel is captured */
    void requirePausable(String channel) {
        if (hasChannel(channel)) {
            throw log.orElseThrow().notPausable(channel);
        }
    }

    /** @throws OncewardException if the channel is captured, so that a message can't have a destination of a broker */
    void requireDestinations(ChannelConfig channel) {
        if (channel.isCaptured()) {
            throw log.orElseThrow().destinationIgnored(channel.name());
        }
    }

    boolean isEmpty() {
        return captured.isEmpty();
    }

    /** @throws OncewardException if the channel can't be captured, or has another mode than its datasource */
    void verify(ChannelConfig channel) {
        log.ifPresent(capture -> capture.verify(channel, config));
    }

    /** Opens a captured channel; returns the capture of its datasource. */
    Capture open(ChannelConfig channel) {
        channels.computeIfAbsent(channel.datasource(), name -> ConcurrentHashMap.newKeySet())
                .add(channel.name());
        return capture(channel.datasource());
    }

    private Capture capture(String datasource) {
        return open.computeIfAbsent(datasource, name -> log.orElseThrow()
                .open(
                        name,
                        databases.all().get(name).outboxRows(),
                        config,
                        () -> databases.cluster(name),
                        platform.executor()));
    }

    /**
     * Checks a datasource whose tables exist: that a tool can capture its events and no relay publishes them, or the other way
     * round. Further calls do nothing.
     *
     * @throws OncewardException if events would be lost, or published twice
     */
    void check(String datasource) {
        if (checked.contains(datasource)) {
            return;
        }
        platform.outsideOfTransactions(datasource, () -> {
            if (has(datasource)) {
                checkCaptured(datasource);
            } else {
                checkRelayed(datasource);
            }
            return null;
        });
        checked.add(datasource);
    }

    private void checkCaptured(String datasource) {
        Capture capture = capture(datasource);
        capture.check();
        try {
            TrialWrite.into(capture.events(), platform.transactions());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("insert and delete an event", e);
        }
        EngineLog.captureOpen(datasource, new CaptureStatus(datasource, List.of(), capture.last()).text());
    }

    private void checkRelayed(String datasource) {
        Database database = databases.all().get(datasource);
        String publication = config.capture().publication();
        String slot = config.capture().slot();
        if (config.capture().isChecked() && database.isCaptured(publication, slot)) {
            throw EngineErrors.captureBeside(datasource, slot, publication);
        }
    }

    /** Reads regularly what the tools need. */
    void tick() {
        open.values().forEach(Capture::tick);
    }

    /** Returns the longest time that a reading has waited for the database, or for a thread. */
    Duration inStep() {
        return open.values().stream()
                .map(Capture::inStep)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Returns the captures by datasource, as they were last read. */
    List<CaptureStatus> statuses() {
        return captured.stream()
                .filter(databases.all()::containsKey)
                .map(datasource -> new CaptureStatus(
                        datasource,
                        channels.getOrDefault(datasource, Set.of()).stream()
                                .sorted()
                                .toList(),
                        capture(datasource).last()))
                .toList();
    }
}
