// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A cluster under faults, whose schedule depends on the seed. */
final class Storm {

    /** The nodes of the cluster, and what they do. */
    static final Map<String, Role> NODES = nodes();

    private static final Duration FIRST_STARTS = Duration.ofMinutes(5);
    private static final Duration FIRST_EFFECTS = Duration.ofMinutes(2);
    private static final Duration LAST_HEALING = Duration.ofMinutes(10);
    private static final int MOST_HISTORIES = 3;

    private final Path folder;
    private final Map<String, Kind> kinds;
    private final long seed;
    private final Duration length;
    private final Set<Fault> faults;

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, NodeProxies> proxiesByNode = new LinkedHashMap<>();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ConcurrentLinkedQueue<String> troubles = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Long> recoveryMillis = new ConcurrentLinkedQueue<>();
    private Database database;
    private BrokerProcess broker;
    private Witness witness;
    private Recovery recovery;
    private Journal journal;

    /**
     * @param folder for all that the processes write
     * @param kinds who makes each of the {@link #NODES}, by its name
     * @param seed of the schedule
     * @param length of the time in which faults begin
     * @param faults those that may be injected
     */
    Storm(Path folder, Map<String, Kind> kinds, long seed, Duration length, Set<Fault> faults) {
        this.folder = folder.toAbsolutePath();
        this.kinds = Map.copyOf(kinds);
        this.seed = seed;
        this.length = length;
        this.faults = Set.copyOf(faults);
    }

    /** With nodes that are all of one kind. */
    Storm(Path folder, Kind kind, long seed, Duration length, Set<Fault> faults) {
        this(
                folder,
                NODES.keySet().stream().collect(Collectors.toMap(name -> name, name -> kind)),
                seed,
                length,
                faults);
    }

    /** Starts everything, injects, heals, lets it settle, looks at what is left, and ends everything. */
    Verdict run() throws Exception {
        Files.createDirectories(folder);
        try {
            start();
            List<Planned> planned = plan();
            inject(planned);
            return judge(planned);
        } finally {
            end();
        }
    }

    private void start() throws Exception {
        journal = new Journal(folder.resolve("faults.txt"));
        opened.push(journal);
        database = new Database(folder.resolve("database"));
        opened.push(database);
        database.open();
        try (Connection connection = database.connect()) {
            Tables.create(connection);
        }
        broker = new BrokerProcess(folder.resolve("broker"));
        opened.push(broker);
        broker.start();
        witness = new Witness(broker.port(), folder.resolve("witness.txt"));
        opened.push(witness);
        for (Map.Entry<String, Role> node : NODES.entrySet()) {
            make(node.getKey(), node.getValue());
        }
        startMembers();
        awaitEffects();
        recovery = new Recovery(database);
        opened.push(recovery);
        journal.note("everything works");
    }

    private void make(String name, Role role) throws Exception {
        NodeProxies proxies = NodeProxies.to(database.port(), broker.port());
        opened.push(proxies);
        proxiesByNode.put(name, proxies);
        Member member = kinds.get(name)
                .member(name, role, proxies.database().port(), proxies.broker().port());
        opened.push(() -> {
            if (member.isAlive()) {
                member.kill();
            }
        });
        members.put(name, member);
    }

    /** The first one alone, as it creates the tables; the others together. */
    private void startMembers() throws Exception {
        List<Member> others = new ArrayList<>(members.values());
        others.remove(0).start();
        ExecutorService threads = Executors.newFixedThreadPool(others.size());
        try {
            List<Future<?>> starting = new ArrayList<>();
            for (Member member : others) {
                starting.add(threads.submit(() -> {
                    member.start();
                    return null;
                }));
            }
            for (Future<?> one : starting) {
                one.get(FIRST_STARTS.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Faults mean something only to what works without them. */
    private void awaitEffects() throws SQLException {
        long deadline = System.nanoTime() + FIRST_EFFECTS.toNanos();
        try (Connection connection = database.connect()) {
            while (witness.arrivals().size() == 0
                    || Figures.number(connection, "SELECT COUNT(DISTINCT what) FROM effects")
                            < PlainNode.EFFECTS.size()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("nothing goes from the producer to the consumers");
                }
                Pause.millis(100);
            }
        }
    }

    private List<Planned> plan() {
        Set<String> clocked = members.entrySet().stream()
                .filter(member -> member.getValue() instanceof Clocked)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        Set<Fault> possible = EnumSet.noneOf(Fault.class);
        possible.addAll(faults);
        if (clocked.isEmpty() && possible.remove(Fault.NODE_CLOCK_JUMPS)) {
            journal.note("no clock jumps: that takes plain JVMs, and libfaketime");
        }
        List<Planned> planned = Schedule.of(seed, length, possible, members.keySet(), clocked);
        journal.note("seed " + seed + ", " + length + ", " + planned.size() + " faults");
        planned.forEach(fault -> journal.note("planned: " + fault));
        return planned;
    }

    private void inject(List<Planned> planned) throws InterruptedException, ExecutionException, TimeoutException {
        Injector injector = new Injector(members, proxiesByNode, broker, database, journal);
        Map<String, ExecutorService> threads = new TreeMap<>();
        ExecutorService watches = Executors.newCachedThreadPool();
        List<Future<?>> running = new ArrayList<>();
        List<Future<?>> watching = Collections.synchronizedList(new ArrayList<>());
        long begin = System.nanoTime();
        try {
            for (Planned fault : planned) {
                Pause.millis(Math.max(
                        0, fault.at().minusNanos(System.nanoTime() - begin).toMillis()));
                running.add(threads.computeIfAbsent(fault.target(), target -> Executors.newSingleThreadExecutor())
                        .submit(() -> inject(injector, fault, () -> watching.add(watches.submit(() -> watch(fault))))));
            }
            Pause.millis(
                    Math.max(0, length.minusNanos(System.nanoTime() - begin).toMillis()));
            for (Future<?> one : running) {
                one.get(LAST_HEALING.toSeconds(), TimeUnit.SECONDS);
            }
            for (Future<?> one : List.copyOf(watching)) {
                one.get(LAST_HEALING.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.values().forEach(ExecutorService::shutdownNow);
            watches.shutdownNow();
        }
    }

    private void inject(Injector injector, Planned fault, Runnable healed) {
        try {
            injector.inject(fault, healed);
        } catch (Exception e) {
            journal.note("trouble with " + fault + ": " + e);
            troubles.add(fault.target() + " did not come back from " + fault.fault() + ": " + e);
        }
    }

    private void watch(Planned fault) {
        Optional<Duration> time = recovery.await();
        if (time.isPresent()) {
            recoveryMillis.add(time.get().toMillis());
            journal.note("recovered from " + fault.fault() + " of " + fault.target() + " after "
                    + time.get().toMillis() + " ms");
        } else {
            troubles.add("no recovery from " + fault.fault() + " of " + fault.target());
        }
    }

    private Verdict judge(List<Planned> planned) throws Exception {
        journal.note("no more faults");
        try (Connection connection = database.connect()) {
            Tables.stopOrders(connection);
        }
        new Settling(database, broker, witness.arrivals()).await();
        journal.note("settled");
        List<String> violations = new ArrayList<>();
        Map<String, Long> counts;
        List<String> history = new ArrayList<>();
        try (Connection connection = database.connect()) {
            Arrivals publications = Publications.of(connection, broker.history());
            List<Violation> found = Checker.violations(connection, witness.arrivals(), publications);
            found.forEach(violation -> violations.add(violation.toString()));
            closeMembers();
            Checker.violationsAfterEnd(connection).forEach(violation -> violations.add(violation.toString()));
            counts = Figures.count(connection, witness.arrivals(), broker.history(), members.values());
            History histories =
                    new History(connection, broker.history(), witness.file(), this::nodeAt, journal.entries());
            for (String order : found.stream()
                    .map(Violation::order)
                    .filter(order -> !order.isEmpty())
                    .distinct()
                    .limit(MOST_HISTORIES)
                    .toList()) {
                history.add("order " + order);
                history.addAll(histories.of(order));
            }
        }
        violations.addAll(troubles);
        countFaults(counts, planned);
        return new Verdict(violations, counts, history);
    }

    private void closeMembers() {
        for (Member member : members.values()) {
            try {
                member.close();
            } catch (Exception e) {
                troubles.add(member.name() + " did not close: " + e.getMessage());
            }
        }
    }

    private void countFaults(Map<String, Long> counts, List<Planned> planned) {
        Map<Fault, Long> byKind =
                planned.stream().collect(Collectors.groupingBy(Planned::fault, TreeMap::new, Collectors.counting()));
        counts.put("faults", (long) planned.size());
        byKind.forEach((fault, count) -> counts.put("fault " + fault, count));
        counts.put(
                "longest recovery, in ms",
                recoveryMillis.stream().max(Comparator.naturalOrder()).orElse(0L));
    }

    private String nodeAt(int port, long time) {
        String name = "a client at port " + port;
        long latest = Long.MIN_VALUE;
        for (Map.Entry<String, NodeProxies> node : proxiesByNode.entrySet()) {
            OptionalLong connected = node.getValue().broker().lastConnection(port, time);
            if (connected.isPresent() && connected.getAsLong() > latest) {
                latest = connected.getAsLong();
                name = node.getKey();
            }
        }
        return name;
    }

    /** Ends everything, the last first, whatever else goes wrong. */
    private void end() throws Exception {
        Exception failure = null;
        for (AutoCloseable one : opened) {
            try {
                one.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static Map<String, Role> nodes() {
        Map<String, Role> nodes = new LinkedHashMap<>();
        nodes.put("producer", Role.PRODUCER);
        nodes.put("relay-1", Role.RELAY);
        nodes.put("relay-2", Role.RELAY);
        nodes.put("consumer-1", Role.CONSUMER);
        nodes.put("consumer-2", Role.CONSUMER);
        return nodes;
    }
}
