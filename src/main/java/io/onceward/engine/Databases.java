// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.OncewardException;
import io.onceward.config.JndiName;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.jdbc.Database;
import io.onceward.log.DatabaseErrors;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.Time;
import io.onceward.queue.relay.NodeContext;
import io.onceward.queue.relay.NodeLease;
import io.onceward.queue.relay.NodePayloads;
import io.onceward.queue.store.Cluster;
import io.onceward.transaction.Sentinel;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The datasources in use, each opened once. A thread that opens one may wait for its database; other threads then wait only to open
 * another one. Thread-safe.
 */
final class Databases {

    private final OncewardConfig config;
    private final Platform platform;
    private final MetricsRecorder metrics;
    private final NodePayloads payloads = new NodePayloads();
    private final Map<Database, NodeContext> nodes = new ConcurrentHashMap<>();
    private final Map<Database, Sentinel> sentinels = new ConcurrentHashMap<>();
    private final Map<String, DataSourceAccess> accesses = new ConcurrentHashMap<>();

    /** In the order in which they were opened; replaced, never changed. */
    private volatile Map<String, Database> open = Map.of();

    private boolean prepared;
    private boolean started;

    Databases(OncewardConfig config, Platform platform, MetricsRecorder metrics) {
        this.config = config;
        this.platform = platform;
        this.metrics = metrics;
    }

    /** @param key the configuration key that names the datasource, for error messages */
    synchronized Database open(String name, String key) {
        Database database = open.get(name);
        if (database == null) {
            DataSource dataSource = find(name, key);
            database = platform.outsideOfTransactions(name, () -> Database.open(name, dataSource, config));
            Map<String, Database> more = new LinkedHashMap<>(open);
            more.put(name, database);
            open = Collections.unmodifiableMap(more);
        }
        if (prepared) {
            prepare(name, database);
        }
        if (started) {
            database.logStarted();
        }
        return database;
    }

    /** Creates missing tables in the open datasources, if so configured; from now on also in each that is opened. */
    synchronized void prepare() {
        open.forEach(this::prepare);
        prepared = true;
    }

    /** Logs the start for each open datasource; from now on also for each that is opened. */
    synchronized void logStarted() {
        open.values().forEach(Database::logStarted);
        started = true;
    }

    private void prepare(String name, Database database) {
        platform.outsideOfTransactions(name, () -> {
            database.prepare(platform.checkThreads());
            return null;
        });
    }

    /** Returns what all queues of an open datasource share on this node. */
    NodeContext node(String datasource) {
        return node(open.get(datasource));
    }

    private NodeContext node(Database database) {
        return nodes.computeIfAbsent(
                database,
                opened -> new NodeContext(
                        new NodeLease(
                                opened.leases(),
                                platform.transactions(),
                                config.node().orElse(null),
                                Time.SYSTEM),
                        platform.transactions(),
                        platform.executor(),
                        payloads,
                        metrics,
                        Time.SYSTEM));
    }

    /** Returns the sentinel of the transactions of an open datasource: one for recording and claims. */
    Sentinel sentinel(String datasource) {
        return sentinels.computeIfAbsent(open.get(datasource), database -> database.sentinel(platform.registry()));
    }

    /**
     * Reads the nodes and lanes of each open datasource.
     *
     * @throws OncewardException if a database refuses
     */
    List<Cluster> clusters() {
        return all().values().stream().map(this::cluster).toList();
    }

    /** Reads the nodes and lanes of a datasource. */
    Cluster cluster(String datasource) {
        return cluster(all().get(datasource));
    }

    private Cluster cluster(Database database) {
        String self = node(database).lease().identity();
        try {
            return platform.transactions().inNew(() -> database.cluster().read(self));
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.database("read nodes and lanes", e);
        }
    }

    /**
     * Has the leases of this node ended.
     *
     * @param last ends each lease; the database may not answer
     */
    void endLeases(Executor last) {
        nodes.values().forEach(node -> last.execute(node.lease()::end));
    }

    Map<String, Database> all() {
        return open;
    }

    /** Returns whether the application's connections of the datasource take part in the active transaction. */
    boolean isJoinedByApplication(String name) {
        return accesses.get(name).isJoinedByApplication(name);
    }

    private DataSource find(String name, String key) {
        try {
            for (DataSourceAccess access : platform.dataSources().stream()
                    .sorted(Comparator.comparingInt(DataSourceAccess::priority).reversed())
                    .toList()) {
                Optional<DataSource> found = access.find(name);
                if (found.isPresent()) {
                    accesses.put(name, access);
                    return found.get();
                }
            }
            throw EngineErrors.noDataSource(name, key, new JndiName(name).neighbours(), null);
        } catch (NamingException | ClassCastException e) {
            throw EngineErrors.noDataSource(name, key, new JndiName(name).neighbours(), e);
        }
    }
}
