// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.capture.CaptureAdmission;
import io.onceward.capture.CaptureErrors;
import io.onceward.capture.CaptureReading;
import io.onceward.capture.CaptureStatus;
import io.onceward.capture.CaptureWatch;
import io.onceward.config.ChannelConfig;
import io.onceward.config.Envelope;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.Database;
import io.onceward.log.DatabaseErrors;
import io.onceward.outbox.Admission;
import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The datasources whose events a tool captures from the log of the database, while no relay of this node publishes them. Thread-safe. */
final class Captures {

    /** The most events that are counted for a message. */
    private static final int COUNTED = 10_000;

    private final OncewardConfig config;
    private final Platform platform;
    private final Databases databases;
    private final Set<String> captured;
    private final Map<String, CaptureWatch> watches = new TreeMap<>();
    private final Map<String, Set<String>> channels = new ConcurrentHashMap<>();
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    Captures(OncewardConfig config, Platform platform, Databases databases) {
        this.config = config;
        this.platform = platform;
        this.databases = databases;
        this.captured = config.capturedDatasources();
    }

    boolean has(String datasource) {
        return captured.contains(datasource);
    }

    /** Returns whether a channel that was opened is captured. */
    boolean hasChannel(String channel) {
        return channels.values().stream().anyMatch(names -> names.contains(channel));
    }

    /** @throws io.onceward.api.OncewardException if the channel is captured */
    void requirePausable(String channel) {
        if (hasChannel(channel)) {
            throw CaptureErrors.notPausable(channel);
        }
    }

    boolean isEmpty() {
        return captured.isEmpty();
    }

    /** @throws io.onceward.api.OncewardException if the channel can't be captured, or has another mode than its datasource */
    void verify(ChannelConfig channel) {
        boolean captures = has(channel.datasource());
        if (channel.isCaptured() != captures) {
            throw CaptureErrors.mixedModes(channel.name(), channel.datasource(), captures);
        }
        if (captures && !config.destinations(channel.name()).isEmpty()) {
            throw CaptureErrors.severalDestinations(channel.name(), Key.CHANNEL_DESTINATIONS.text(channel.name()));
        }
        if (captures && channel.envelope() == Envelope.CLOUDEVENTS) {
            throw CaptureErrors.binaryEnvelope(channel.name());
        }
    }

    /** Opens a captured channel; returns the condition under which it takes events. */
    Admission open(ChannelConfig channel) {
        channels.computeIfAbsent(channel.datasource(), name -> ConcurrentHashMap.newKeySet())
                .add(channel.name());
        return new CaptureAdmission(watch(channel.datasource()));
    }

    private Optional<CaptureWatch> watch(String datasource) {
        if (!config.capture().isChecked()) {
            return Optional.empty();
        }
        synchronized (watches) {
            return Optional.of(watches.computeIfAbsent(
                    datasource,
                    name -> new CaptureWatch(
                            name,
                            databases.all().get(name).capture(),
                            () -> relayedIn(name),
                            platform.executor(),
                            config.adminRefresh(),
                            config.relayPollingInterval())));
        }
    }

    /**
     * Checks a datasource whose tables exist: that a tool can capture its events and no relay publishes them, or the other way
     * round. Further calls do nothing.
     *
     * @throws io.onceward.api.OncewardException if events would be lost, or published twice
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
        Database database = databases.all().get(datasource);
        int kept = database.capture().countKept(COUNTED);
        if (kept > 0) {
            throw CaptureErrors.eventsKept(
                    datasource,
                    kept,
                    COUNTED,
                    config.capture().slot(),
                    config.capture().publication());
        }
        List<String> relayed = relayedIn(datasource);
        if (!relayed.isEmpty()) {
            throw CaptureErrors.relaysBeside(datasource, relayed);
        }
        Optional<CaptureReading> reading = watch(datasource).map(CaptureWatch::open);
        reading.filter(found -> !found.shortcomings().isEmpty()).ifPresent(found -> {
            throw CaptureErrors.notCapturing(datasource, found.text());
        });
        try {
            TrialWrite.into(database.capture().events(), platform.transactions());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("insert and delete an event", e);
        }
        EngineLog.captureOpen(datasource, new CaptureStatus(datasource, List.of(), reading.orElse(null)).text());
    }

    /** Returns the channels that nodes relay. */
    private List<String> relayedIn(String datasource) {
        String prefix = Side.OUTBOX.text() + ":";
        return databases.cluster(datasource).nodes().stream()
                .map(Cluster.Node::queues)
                .flatMap(Collection::stream)
                .filter(queue -> queue.startsWith(prefix))
                .map(queue -> queue.substring(prefix.length()))
                .distinct()
                .sorted()
                .toList();
    }

    private void checkRelayed(String datasource) {
        if (config.capture().isChecked()
                && databases.all().get(datasource).capture().read().exists()) {
            throw CaptureErrors.captureBeside(
                    datasource, config.capture().slot(), config.capture().publication());
        }
    }

    /** Reads regularly what the tools need. */
    void tick() {
        watches().forEach(CaptureWatch::tick);
    }

    /** Returns the longest time that a reading has waited for the database, or for a thread. */
    Duration inStep() {
        return watches().stream()
                .map(CaptureWatch::inStep)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private List<CaptureWatch> watches() {
        synchronized (watches) {
            return List.copyOf(watches.values());
        }
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
                        watch(datasource).map(CaptureWatch::last).orElse(null)))
                .toList();
    }
}
