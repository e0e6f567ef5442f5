// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.Time;
import io.onceward.queue.machine.PayloadRoom;
import io.onceward.queue.machine.Step;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.RetryPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Nodes with the real machine and the real {@link CycleWork}, a database, a broker, producers and operators in virtual time, in one
 * thread. All that happens follows from its {@link Choices}. Before each statement of a node, others may go on: an interleaving of two
 * nodes is always such that one of them ends its step first.
 */
final class SimWorld {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1000 * MILLI;
    private static final long TICK = MILLI / 50;
    private static final long LONGEST_RECOVERY = 300 * SECOND;
    private static final int MOST_PICKS = 100_000;
    private static final int DEEPEST = 4;

    static final QueueMetrics NO_METRICS = new OutboxMetrics(new MetricsRecorder(), "jdbc/simulation");

    /** What the relays of the simulation have beside their machine. */
    static final RelayParts NO_PARTS =
            new RelayParts(null, NO_METRICS, QueueBreaker.CLOSED, null, ParkedEvents.KEPT, reason -> {});

    private record InDoubt(SimNode node, SimTransaction transaction, long at) {}

    final Choices choices;
    final SimSetting setting;
    final SimMistake mistake;
    final SimDatabase db;
    final SimBroker broker;
    final SimJudge judge;
    final SimOperator operator;
    final SimNode[] nodes;
    final QueueMetrics metrics = NO_METRICS;
    final Set<String> lockedKeys = new HashSet<>();
    private final List<String> history;
    private final List<SimActor> actors = new ArrayList<>();
    private final List<SimProducer> producers = new ArrayList<>();
    private final Map<Long, SimEvent> events = new HashMap<>();
    private final List<InDoubt> inDoubt = new ArrayList<>();
    private final int[] starts;
    private final long[] startsAt;
    private boolean disturbing = true;
    private int last;
    private int depth;
    private long clockOffset = 100_000 * SECOND;
    private long latestOffset = clockOffset;
    private long databaseDownUntil;
    private long locksUntil;
    private SimTransaction otherSession;
    private int eventsMade;
    private int sendersMade = 9;

    RetryPolicy policy;
    boolean queuePaused;
    int eventsLeft;
    long now = SECOND;

    final Time time = new Time() {
        @Override
        public long nanos() {
            return now;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(now);
        }
    };
    long steps;

    /** Counts what happens beyond decisions. */
    long happened;

    /** @param history takes what happens; {@code null} if nobody reads it */
    SimWorld(Choices choices, SimMistake mistake, List<String> history) {
        this.choices = choices;
        this.mistake = mistake;
        this.history = history;
        setting = SimSetting.of(choices, mistake.about);
        db = new SimDatabase(setting.lanes());
        broker = new SimBroker(this);
        judge = new SimJudge(this);
        operator = new SimOperator(this);
        policy = SimOperator.policy(setting.maxAttempts(), true);
        eventsLeft = setting.events();
        nodes = new SimNode[setting.nodes()];
        starts = new int[nodes.length];
        startsAt = new long[nodes.length];
        tell("setting", setting.toString());
        for (int i = 0; i < nodes.length; i++) {
            start(i);
        }
        actors.add(broker);
        actors.add(operator);
        for (int i = 0; i < 3; i++) {
            SimProducer producer = new SimProducer(this, i);
            producers.add(producer);
            actors.add(producer);
        }
        actors.add(new SimActor() {
            @Override
            public long due() {
                return inDoubt.isEmpty() ? NEVER : inDoubt.get(0).at();
            }

            @Override
            public void step() {
                commitLate();
            }
        });
        actors.add(new SimActor() {
            @Override
            public long due() {
                return otherSession == null ? NEVER : locksUntil;
            }

            @Override
            public void step() {
                unlock();
            }
        });
        actors.add(new SimActor() {
            @Override
            public long due() {
                long first = NEVER;
                for (int i = 0; i < nodes.length; i++) {
                    first = isGone(nodes[i]) ? Math.min(first, startsAt[i]) : first;
                }
                return first;
            }

            @Override
            public void step() {
                for (int i = 0; i < nodes.length; i++) {
                    if (isGone(nodes[i]) && startsAt[i] <= now) {
                        start(i);
                        return;
                    }
                }
            }
        });
    }

    private static boolean isGone(SimNode node) {
        return (node.crashed || node.hasLeft()) && !node.isBusy();
    }

    private void start(int index) {
        actors.remove(nodes[index]);
        nodes[index] = new SimNode(this, index, ++starts[index]);
        if (starts[index] > 1) {
            tell(nodes[index].name, "starts");
        }
        actors.add(nodes[index]);
        actors.addAll(nodes[index].senders);
    }

    void add(SimActor actor) {
        actors.add(actor);
    }

    int nextSender() {
        return sendersMade++;
    }

    /** Runs it to its end. */
    void run() {
        for (int i = 0; i < setting.picks(); i++) {
            if (!pick()) {
                break;
            }
        }
        heal();
        long deadline = now + LONGEST_RECOVERY;
        for (int i = 0; !isDone(); i++) {
            if (!pick()) {
                throw new SimViolation("NoneIsForgotten", "nobody is awake, and there is " + left());
            }
            if (now > deadline || i > MOST_PICKS) {
                throw new SimViolation(
                        "EventuallyDone",
                        "after " + (now - deadline + LONGEST_RECOVERY) / SECOND + " s there is " + left());
            }
        }
    }

    private String left() {
        return db.rows(null, this::isLeft).stream()
                        .map(row -> row.event() + " " + row.state() + " in lane "
                                + db.lane(null, row.event().slot % db.total()))
                        .toList()
                + ", in flight: "
                + java.util.Arrays.stream(nodes)
                        .map(node -> node.name + " " + node.machine.inFlight())
                        .toList();
    }

    /** Ends all faults. */
    private void heal() {
        tell("all", "faults end");
        disturbing = false;
        broker.heal();
        clockOffset = Math.max(clockOffset, latestOffset); // otherwise what is due waits for hours
        databaseDownUntil = 0;
        queuePaused = false;
        for (int i = 0; i < nodes.length; i++) {
            nodes[i].breakerUntil = 0;
            nodes[i].sleep(0);
            startsAt[i] = now;
        }
        if (otherSession != null) {
            unlock();
        }
    }

    private boolean isDone() {
        for (SimProducer producer : producers) {
            if (!producer.isIdle()) {
                return false;
            }
        }
        if (eventsLeft > 0 || !operator.isIdle() || !inDoubt.isEmpty() || broker.due() != SimActor.NEVER) {
            return false;
        }
        for (SimNode node : nodes) {
            if (isGone(node) || !node.isAtRest()) {
                return false;
            }
        }
        return db.rows(null, this::isLeft).isEmpty();
    }

    private boolean isLeft(SimRow row) {
        return switch (row.state()) {
            case PARKED -> false;
            case BLOCKED ->
                !policy.blockKey() || db.first(null, row.event().key, Set.of(EventState.PARKED)) > row.seq();
            default -> true;
        };
    }

    /** Does one step of anybody; returns whether anybody can go on without a new reason. */
    private boolean pick() {
        steps++;
        now += TICK;
        if (disturbing && !setting.isCalm() && choices.oneIn(12)) {
            disturb();
            return true;
        }
        if (choices.oneIn(setting.slices() ? 80 : 10)) {
            now += someTime() / 4;
        }
        int count = actors.size();
        int start = last + 1 + choices.next(count);
        long first = SimActor.NEVER;
        for (int i = 0; i < count; i++) {
            SimActor actor = actors.get((start + i) % count);
            long due = actor.due();
            if (due <= now) {
                last = (start + i) % count;
                actor.step();
                return true;
            }
            first = Math.min(first, due);
        }
        if (depth == 0) {
            if (first == SimActor.NEVER || first > 50_000 * SECOND) {
                return false;
            }
            now = first;
        }
        return true;
    }

    // What nodes do

    /** A node is about to execute a statement. */
    void statement(SimNode node, String what) {
        steps++;
        now += TICK;
        others(node);
        if (node.crashed) {
            throw new SimFailure("it has crashed");
        }
        if (now < databaseDownUntil) {
            throw new SimFailure("no database when it " + what);
        }
        if (disturbs(SimFault.DATABASE_FAILS) && choices.oneIn(60)) {
            throw new SimFailure("error when it " + what);
        }
    }

    private void others(SimNode node) {
        if (setting.interleaving() == 0 || depth == DEEPEST) {
            return;
        }
        int many =
                switch (choices.next(4 + 4 * setting.interleaving())) {
                    case 4 -> 1;
                    case 5 -> 2;
                    case 6 -> 4;
                    case 7 -> 9;
                    default -> 0;
                };
        if (many > 2 && choices.oneIn(2)) {
            produce(many * 3);
            return;
        }
        long wakes = now;
        if (many > 0 && disturbs(SimFault.PAUSE) && choices.oneIn(12)) {
            wakes = now + pause();
            node.sleep(wakes);
            many = 30;
            tell(node.name, "sleeps until " + time(wakes));
        }
        meanwhile(many, wakes);
    }

    /** Others do steps until some time. */
    private void meanwhile(int many, long until) {
        depth++;
        for (int i = 0; i < many; i++) {
            pick();
            if (now < until) {
                now += (until - now) / 8;
            }
        }
        depth--;
        now = Math.max(now, until);
    }

    /** A handler takes long. */
    void lasts(SimNode node) {
        if (depth < DEEPEST) {
            long until = now + silence();
            tell(node.name, "handles until " + time(until));
            meanwhile(30, until);
        }
    }

    boolean isDatabaseDown() {
        return now < databaseDownUntil;
    }

    /** Business transactions go on. */
    private void produce(int many) {
        for (int i = 0; i < many; i++) {
            SimProducer producer = producers.get(choices.next(producers.size()));
            if (producer.due() <= now + MILLI) {
                steps++;
                now += TICK;
                producer.step();
            }
        }
    }

    private long pause() {
        return new long[] {1, 11, 4, 25}[choices.next(4)] * SECOND;
    }

    void commit(SimNode node, SimTransaction own) {
        if (own.rows.isEmpty() && own.lanes.isEmpty() && own.handled.isEmpty() && !own.writes) {
            db.end(own);
            return;
        }
        statement(node, "commits");
        if (disturbs(SimFault.LATE_COMMIT) && choices.oneIn(12)) {
            inDoubt.add(new InDoubt(node, own, now + someTime()));
            throw new SimFailure("no answer to its commit, which is late");
        }
        judge.commits(own, node);
        db.commit(own);
        db.flush();
        if (disturbs(SimFault.DATABASE_FAILS) && choices.oneIn(20)) {
            throw new SimFailure("no answer to its commit");
        }
    }

    boolean isCommittedLater(SimTransaction own) {
        return inDoubt.stream().anyMatch(each -> each.transaction() == own);
    }

    private void crashDatabase() {
        databaseDownUntil = now + someTime();
        tell("database", "crashes, and is down until " + time(databaseDownUntil));
        for (SimTransaction undone : db.crash()) {
            undone.rows.values().forEach(row -> judge.undone(row.event()));
        }
        producers.forEach(SimProducer::databaseCrashes);
        inDoubt.forEach(late -> db.end(late.transaction()));
        inDoubt.clear();
        if (otherSession != null) {
            unlock();
        }
    }

    private void commitLate() {
        InDoubt late = inDoubt.remove(0);
        tell(late.node().name, "has committed at last");
        judge.mayRepeat(); // it may release a lane in which its node works again
        judge.commits(late.transaction(), late.node());
        db.commit(late.transaction());
        db.flush();
    }

    /** Returns whether nodes look for events: {@code JdbcQueues#withWork}. */
    boolean hasWork() {
        boolean parked = false;
        boolean blocked = false;
        boolean retrying = false;
        for (SimRow row : db.rows(null, row -> true)) {
            if (row.is(EventState.PENDING)
                    || ((row.is(EventState.RETRYING) || row.is(EventState.DELAYED)) && row.availableAt() <= dbNow())) {
                return true;
            }
            parked |= row.is(EventState.PARKED);
            blocked |= row.is(EventState.BLOCKED);
            retrying |= row.is(EventState.RETRYING);
        }
        return blocked && ((parked && !policy.blockKey()) || !(parked || retrying));
    }

    long dbNow() {
        return now + clockOffset;
    }

    long retryDelay() {
        return someTime();
    }

    long someTime() {
        return new long[] {1, 5, 20, 80, 300, 1000, 3000}[choices.next(7)] * MILLI;
    }

    /** Returns how long a business transaction does nothing. */
    long transactionTime() {
        return setting.slices() ? (1 + choices.next(40)) * TICK : someTime();
    }

    /** Returns how long a broker says nothing. */
    long silence() {
        return new long[] {100, 3000, 7000, 15_000}[choices.next(4)] * MILLI;
    }

    boolean haveNames() {
        return setting.maxAttempts() != 2;
    }

    PayloadRoom room() {
        return new PayloadRoom() {
            @Override
            public void add(long more) {
                // the limits of a queue are enough
            }

            @Override
            public boolean hasRoom() {
                return true;
            }
        };
    }

    // Events

    int nextEvent() {
        return ++eventsMade;
    }

    int eventsSoFar() {
        return eventsMade;
    }

    void register(List<SimEvent> drawn) {
        drawn.forEach(event -> events.put(event.seq, event));
    }

    SimEvent event(QueuedEvent event) {
        return events.get(event.seq());
    }

    void happened() {
        happened++;
    }

    // What disturbs them

    boolean disturbs(SimFault fault) {
        return disturbing && setting.faults().contains(fault);
    }

    private void disturb() {
        List<SimFault> faults = List.copyOf(setting.faults());
        SimFault fault = faults.get(choices.next(faults.size()));
        SimNode node = nodes[choices.next(nodes.length)];
        happened();
        switch (fault) {
            case CRASH -> crash(node);
            case STOP -> {
                if (!node.crashed && !node.halted && choices.oneIn(4)) {
                    tell(node.name, "begins to stop");
                    node.halt();
                    startsAt[node.index] = now + someTime() * 4;
                }
            }
            case PAUSE -> {
                if (!node.isBusy() && choices.oneIn(4)) {
                    node.sleep(now + pause());
                    tell(node.name, "sleeps until " + time(node.wakesAt()));
                }
            }
            case DATABASE_DOWN -> {
                if (choices.oneIn(6)) {
                    databaseDownUntil = now + someTime() * 5;
                    tell("database", "is down until " + time(databaseDownUntil));
                }
            }
            case DATABASE_CRASH -> {
                if (setting.showsEarly() && depth == 0) {
                    crashDatabase();
                }
            }
            case CLOCK_JUMP -> {
                if (choices.oneIn(4)) {
                    long jump = new long[] {15, -15, 3600, -3600}[choices.next(4)] * SECOND;
                    clockOffset = Math.max(50_000 * SECOND, clockOffset + jump);
                    latestOffset = Math.max(latestOffset, clockOffset);
                    tell("database", "has a clock that jumps by " + jump / SECOND + " s");
                }
            }
            case LEASE_ENDS -> {
                if (choices.oneIn(4) && db.leases.remove(node.identity) != null) {
                    tell(node.name, "has lost its lease");
                }
            }
            case BROKER_UNAVAILABLE -> {
                String destination = "test:" + choices.next(setting.destinations());
                long until = now + someTime() * 3;
                broker.unavailable(destination, until);
                tell("broker", destination + " is unavailable until " + time(until));
            }
            case BREAKER -> {
                node.breakerUntil = now + someTime();
                tell(node.name, "has an open circuit breaker of the queue until " + time(node.breakerUntil));
            }
            case REQUEUE -> operator.requeue();
            case PURGE -> {
                if (choices.oneIn(4)) {
                    operator.purge();
                }
            }
            case QUEUE_PAUSED -> {
                queuePaused = !queuePaused;
                tell("operator", queuePaused ? "pauses the queue" : "resumes the queue");
                if (!node.crashed && !node.halted) {
                    node.wakeForChange();
                }
            }
            case POLICY -> operator.changePolicy();
            case LANES -> {
                if (choices.oneIn(3)) {
                    operator.changeLanes();
                }
            }
            case ROW_LOCKS -> lockRow();
            case LANE_LOCKS -> lockLane();
            default -> {
                // it happens elsewhere
            }
        }
    }

    private void crash(SimNode node) {
        if (node.crashed || node.hasLeft() || !choices.oneIn(4)) {
            return;
        }
        tell(node.name, "crashes");
        node.crash();
        if (node.transaction != null && !isCommittedLater(node.transaction)) {
            db.end(node.transaction);
        }
        actors.removeAll(node.senders);
        startsAt[node.index] = now + someTime() * 4;
    }

    private void lockRow() {
        List<SimRow> rows = db.rows(null, row -> true);
        if (!rows.isEmpty()) {
            long seq = rows.get(choices.next(rows.size())).seq();
            if (db.lockRow(session(), seq)) {
                tell("session", "locks the row of " + events.get(seq));
            }
        }
    }

    private void lockLane() {
        int lane = choices.next(db.total());
        if (db.lockLane(session(), lane)) {
            tell("session", "locks lane " + lane);
        }
    }

    private SimTransaction session() {
        if (otherSession == null) {
            otherSession = new SimTransaction("session");
            locksUntil = now + someTime();
        }
        return otherSession;
    }

    private void unlock() {
        tell("session", "ends");
        db.end(otherSession);
        otherSession = null;
    }

    // History

    boolean isTold() {
        return history != null;
    }

    void tell(String who, String what) {
        if (history != null) {
            history.add(String.format("%-8s %-10s %s%s", time(now), who, "  ".repeat(depth), what));
        }
    }

    void tellTaken(String sender, List<QueuedEvent> batch) {
        if (isTold()) {
            tell(sender, "takes " + names(batch));
        }
    }

    String names(List<QueuedEvent> some) {
        return some.stream().map(each -> event(each).toString()).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String time(long at) {
        return (at - SECOND) / MILLI + "." + (at / (MILLI / 100)) % 100;
    }

    /** Returns a step in few words. */
    String text(Step step) {
        if (step instanceof Step.Cycle cycle) {
            StringBuilder text = new StringBuilder("to");
            if (!cycle.ended().confirmed().isEmpty()) {
                text.append(" remove ").append(names(cycle.ended().confirmed()));
            }
            if (!cycle.ended().refused().isEmpty()) {
                text.append(" write refused ")
                        .append(names(cycle.ended().refused().stream()
                                .map(refused -> refused.event())
                                .toList()));
            }
            if (!cycle.ended().behind().isEmpty()) {
                text.append(" block ").append(names(cycle.ended().behind()));
            }
            cycle.search().ifPresent(part -> text.append(" search for blocked events"));
            cycle.read().ifPresent(read -> text.append(" read ")
                    .append(read.range().limit())
                    .append(
                            read.range().isFromHead()
                                    ? ""
                                    : " behind " + read.range().after())
                    .append(read.withDue() ? " with due ones" : ""));
            return text + " in lanes " + new TreeSet<>(cycle.lanes().numbers());
        }
        if (step instanceof Step.Take take) {
            return "to take lanes of "
                    + (take.slots().isEmpty() ? "all slots" : "slots " + new TreeSet<>(take.slots()));
        }
        if (step instanceof Step.Release release) {
            return "to release lanes " + new TreeSet<>(release.lanes().numbers());
        }
        if (step instanceof Step.LookOnceMore look) {
            return "to look once more into lanes " + new TreeSet<>(look.lanes().numbers());
        }
        if (step instanceof Step.Wait wait) {
            return "to wait " + wait.longest().toMillis() + " ms";
        }
        return "to rest";
    }
}
