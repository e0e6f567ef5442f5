// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** The schedule of faults, which depends on the seed alone. */
final class Schedule {

    /** The name of a target that is not a node. */
    static final String BROKER = "broker";

    static final String DATABASE = "database";

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** For a target to come back, before something else happens to it. */
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    private final Random random;
    private final Set<Fault> faults;
    private final List<String> nodes;
    private final Set<String> clocked;
    private final List<Fault> bag = new ArrayList<>();
    private final Map<String, Duration> busyUntil = new HashMap<>();

    private Schedule(long seed, Set<Fault> faults, Collection<String> nodes, Set<String> clocked) {
        random = new Random(seed);
        this.faults = new TreeSet<>(faults);
        this.nodes = List.copyOf(nodes);
        this.clocked = clocked;
    }

    /**
     * One every ten seconds; more often if the time would not do for each kind once. Kinds come in turns, in an order that
     * differs from turn to turn.
     *
     * @param clocked the nodes whose clocks can be set
     */
    static List<Planned> of(
            long seed, Duration length, Set<Fault> faults, Collection<String> nodes, Set<String> clocked) {
        if (faults.isEmpty()) {
            return List.of();
        }
        long count = Math.max(faults.size(), length.dividedBy(INTERVAL) - 1);
        Duration interval = length.dividedBy(count + 1);
        Schedule schedule = new Schedule(seed, faults, nodes, clocked);
        List<Planned> planned = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            planned.add(schedule.next(interval.multipliedBy(i)));
        }
        return planned;
    }

    private Planned next(Duration at) {
        if (bag.isEmpty()) {
            bag.addAll(faults);
            Collections.shuffle(bag, random);
        }
        Fault fault = bag.stream()
                .filter(candidate -> targets(candidate).stream().anyMatch(target -> isFree(target, at)))
                .findFirst()
                .orElse(bag.get(0));
        bag.remove(fault);
        List<String> free =
                targets(fault).stream().filter(target -> isFree(target, at)).toList();
        List<String> candidates = free.isEmpty() ? targets(fault) : free;
        String target = candidates.get(random.nextInt(candidates.size()));
        long span = fault.longest().minus(fault.shortest()).toMillis();
        Duration length = fault.shortest().plusMillis((long) (span * random.nextDouble()));
        busyUntil.put(target, at.plus(length).plus(RECOVERY));
        return new Planned(at, fault, target, length, random.nextDouble());
    }

    private boolean isFree(String target, Duration at) {
        return busyUntil.getOrDefault(target, Duration.ZERO).compareTo(at) <= 0;
    }

    private List<String> targets(Fault fault) {
        return switch (fault.target()) {
            case NODE ->
                fault == Fault.NODE_CLOCK_JUMPS
                        ? nodes.stream().filter(clocked::contains).toList()
                        : nodes;
            case BROKER -> List.of(BROKER);
            case DATABASE -> List.of(DATABASE);
        };
    }
}
