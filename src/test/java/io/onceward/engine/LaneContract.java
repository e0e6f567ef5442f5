// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.queue.Side;
import io.onceward.queue.store.AdminStore;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeaseStore.Node;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lanes are owned by nodes with a lease, on every database. */
@DialectContract
abstract class LaneContract extends LaneFixture {

    // ---- ownership

    @Test
    void ownersShareTheLanesAndNoLaneHasTwo() throws Exception {
        AtomicReferenceArray<String> owners = new AtomicReferenceArray<>(LANES);
        AtomicInteger taken = new AtomicInteger();
        List<Future<Integer>> running = IntStream.range(0, 4)
                .mapToObj(i -> threads.submit(() -> takeAndRelease("node " + i, owners, taken)))
                .toList();
        for (Future<Integer> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertThat(number("SELECT SUM(version) FROM onceward_lane WHERE channel = 'orders'"))
                .isEqualTo(taken.get());
        assertThat(number("SELECT COUNT(*) FROM onceward_lane WHERE owner IS NOT NULL"))
                .isZero();
    }

    /** Each round is that of another node, whose lease begins while the other threads take lanes. */
    private int takeAndRelease(String node, AtomicReferenceArray<String> owners, AtomicInteger taken) throws Exception {
        int mine = 0;
        for (int round = 0; round < 30 || mine == 0; round++) {
            String owner = node + "." + round;
            lease(owner);
            take(owner, Set.of(), 20);
            Set<Integer> lanes = lanes(owner).numbers();
            for (int lane : lanes) {
                assertThat(owners.compareAndSet(lane, null, owner))
                        .as("lane %d is free", lane)
                        .isTrue();
            }
            mine += lanes.size();
            taken.addAndGet(lanes.size());
            lanes.forEach(lane -> owners.set(lane, null));
            while (!lanes(owner).isEmpty()) { // it skips lanes that another owner has just locked
                release(owner, lanes);
            }
        }
        return mine;
    }

    @Test
    void onlyWantedLanesAreTaken() throws Exception {
        lease("a");
        assertThat(take("a", Set.of(3, 3 + LANES, 7), 10)).isTrue();
        assertThat(lanes("a").numbers()).containsExactlyInAnyOrder(3, 7);
        assertThat(take("a", Set.of(3, 7), 10)).isFalse();
        assertThat(take("a", Set.of(), 5)).isTrue();
        assertThat(lanes("a").numbers()).hasSize(7);
        assertThat(lanes("a").total()).isEqualTo(LANES);
        take("a", Set.copyOf(IntStream.range(0, 1000).boxed().toList()), Integer.MAX_VALUE);
        assertThat(lanes("a").hasAll()).isTrue();
    }

    @Test
    void lanesOfOtherQueuesAreLeftAlone() throws Exception {
        QueueStore other = database.stores(Side.OUTBOX).queues().open("bills");
        takeAll("a");
        assertThat(JTA.inNew(() -> other.lanes("a")).isEmpty()).isTrue();
        assertThat(JTA.inNew(() -> other.take("b", Set.of(), 1))).isTrue();
    }

    @Test
    void laneIsFreeWhenTheLeaseOfItsOwnerIsOver() throws Exception {
        Lanes before = takeAll("a");
        lease("b");
        assertThat(take("b", Set.of(), LANES)).isFalse();

        sql("UPDATE onceward_node SET leaseuntil = '2020-01-01 00:00:00' WHERE identity = 'a'");
        assertThat(take("b", Set.of(), LANES)).isTrue();
        assertThat(lanes("b").hasAll()).isTrue();
        assertThat(lanes("a").isEmpty()).isTrue();
        assertThat(lock(before, Set.of(1, 2))).isEmpty();
        release("a", before.numbers());
        assertThat(lanes("b").hasAll()).as("a does not release what b owns").isTrue();
    }

    @Test
    void leaseFarInTheFutureCountsAsOver() throws Exception {
        takeAll("a");
        sql("UPDATE onceward_node SET leasefrom = '2099-01-01 00:00:00', leaseuntil = '2099-01-01 00:00:20'");
        assertThat(renew("b")).extracting(Node::identity).containsExactly("b");
        assertThat(take("b", Set.of(), LANES)).isTrue();
        assertThat(lanes("b").hasAll()).isTrue();
    }

    @Test
    void laneOfANodeThatRenewsInTimeStaysWithIt() throws Exception {
        Lanes before = takeAll("a");
        lease("a");
        lease("b");
        assertThat(take("b", Set.of(), LANES)).isFalse();
        assertThat(lanes("a")).isEqualTo(before);
    }

    @Test
    void ownerIsTheSameLaneButNotTheSameVersionAfterItTookTheLaneAgain() throws Exception {
        Lanes before = takeAll("a");
        release("a", Set.of(5));
        take("a", Set.of(5), 1);
        assertThat(lock(before, Set.of(4, 5))).containsExactly(4);
    }

    /** Otherwise the owner could write no failure while another node looks for free lanes. */
    @Test
    void nodeThatLooksForFreeLanesLocksNoneOfAnother() throws Exception {
        takeAll("a");
        lease("b");
        for (int every : List.of(1000, 64, 16, 4, 2)) {
            release("a", every(every));
            Lanes before = lanes("a");
            Set<Integer> own = before.numbers();
            JTA.inNew(() -> {
                assertThat(queue.take("b", Set.of(), LANES)).isEqualTo(own.size() < LANES);
                assertThat(threads.submit(() -> lock(before, own)).get())
                        .as("%d lanes of a, while b takes the others", own.size())
                        .isEqualTo(own);
                return null;
            });
            release("b", every(every));
            take("a", Set.of(), LANES);
        }
    }

    /** Otherwise a failure in one lane would keep those in others from being written. */
    @Test
    void nodeLocksNoOtherLanesThanItAsksFor() throws Exception {
        Lanes all = takeAll("a");
        for (int every : List.of(64, 16, 4, 2)) {
            Set<Integer> some = every(every);
            Set<Integer> others = all.without(some).numbers();
            JTA.inNew(() -> {
                queue.begin();
                assertThat(queue.lock(all, some)).isEqualTo(some);
                assertThat(threads.submit(() -> lock(all, others)).get())
                        .as("beside %d lanes", some.size())
                        .isEqualTo(others);
                return null;
            });
        }
    }

    private static Set<Integer> every(int step) {
        return IntStream.range(1, LANES)
                .filter(lane -> lane % step == step / 2)
                .boxed()
                .collect(Collectors.toSet());
    }

    // ---- leases

    @Test
    void leasesNameNodesAndTheirQueues() throws Exception {
        Set<String> queues = Set.of("outbox:orders", "inbox:Billing#on", "outbox:a\n\"b\" \u00fc");
        Node named = new Node("1", "one", queues);
        JTA.inNew(() -> leases.renew(new Node("2", null, Set.of()), LENGTH));
        assertThat(JTA.inNew(() -> leases.renew(named, LENGTH)))
                .containsExactlyInAnyOrder(named, new Node("2", null, Set.of()));
        assertThat(JTA.inNew(() -> leases.begin(new Node("3", "one", Set.of()), LENGTH)))
                .extracting(Node::identity)
                .containsExactlyInAnyOrder("2", "3");
        JTA.inNew(() -> {
            leases.end("2");
            return null;
        });
        assertThat(renew("3")).extracting(Node::identity).containsExactly("3");
        sql("UPDATE onceward_node SET leaseuntil = '2020-01-01 00:00:00'");
        assertThat(renew("4")).extracting(Node::identity).containsExactly("4");
        assertThat(rows("onceward_node")).isEqualTo(1);
    }

    /** Otherwise the other node could find the name at its own renewal, and lose it, too. */
    @Test
    void nodeThatWasReplacedNeverWritesItsNameAgain() throws Exception {
        Node first = new Node("1", "app", Set.of("outbox:orders"));
        Node second = new Node("2", "app", Set.of());
        JTA.inNew(() -> leases.begin(first, LENGTH));
        JTA.inNew(() -> leases.begin(second, LENGTH));
        assertThat(JTA.inNew(() -> leases.renew(first, LENGTH)))
                .containsExactlyInAnyOrder(new Node("1", null, first.queues()), second);
        assertThat(JTA.inNew(() -> leases.renew(second, LENGTH))).contains(second);
    }

    /** Two nodes began at the same time, or one began while the other renewed its lease. */
    @Test
    void oneOfTwoNodesWithTheSameNameKeepsIt() throws Exception {
        for (int round = 0; round < 20; round++) {
            List<Node> nodes = List.of(new Node("1", "app", Set.of()), new Node("2", "app", Set.of()));
            for (Node node : nodes) {
                JTA.inNew(() -> leases.renew(new Node(node.identity(), null, Set.of()), LENGTH));
            }
            sql("UPDATE onceward_node SET name = 'app' WHERE identity IN ('1', '2')");
            List<Callable<Boolean>> renewals = nodes.stream()
                    .map(node -> (Callable<Boolean>) () -> {
                        afterConflicts(() -> JTA.inNew(() -> leases.renew(node, LENGTH)));
                        return true;
                    })
                    .toList();
            for (Future<Boolean> renewed : threads.invokeAll(renewals)) {
                assertThat(renewed.get()).isTrue();
            }
            assertThat(renew("3"))
                    .filteredOn(node -> "app".equals(node.name()))
                    .extracting(Node::identity)
                    .containsExactly("2");
        }
    }

    @Test
    void nodesRenewTheirLeasesAtTheSameTime() throws Exception {
        List<Callable<Boolean>> renewals = IntStream.range(0, 8)
                .mapToObj(i -> (Callable<Boolean>) () -> {
                    for (int round = 0; round < 20; round++) {
                        String over = "over " + i + "." + round;
                        afterConflicts(() ->
                                JTA.inNew(() -> leases.renew(new Node(over, null, Set.of()), Duration.ofHours(-1))));
                        afterConflicts(() -> renew("node " + i));
                    }
                    return true;
                })
                .toList();
        for (Future<Boolean> renewed : threads.invokeAll(renewals)) {
            assertThat(renewed.get()).isTrue();
        }
        assertThat(renew("last")).hasSize(9);
    }

    @Test
    void nodeWhoseQueuesWereEditedByHandServesNoneUntilItRenews() throws Exception {
        Node node = new Node("1", null, Set.of("outbox:orders"));
        for (String edited : List.of("", "orders", "{}", "[1]", "[\"orders\"")) {
            JTA.inNew(() -> leases.renew(node, LENGTH));
            sql("UPDATE onceward_node SET queues = '" + edited + "'");
            assertThat(renew("2")).as(edited).contains(new Node("1", null, Set.of()));
            assertThat(JTA.inNew(() -> leases.renew(node, LENGTH))).contains(node);
        }
    }

    // ---- reading

    @Test
    void readBehindAPositionTellsWhichPendingEventsAreBeforeIt() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", null, "a", "c");
        Lanes lanes = takeAll("a");
        assertThat(read(lanes).passed()).isEqualTo(Passed.NONE);
        JTA.inNew(() -> {
            queue.lock(lanes, Set.of(lane("b")));
            return queue.park(events.get(1), lane("b"), "no");
        });
        QueueReading behind = readBehind(lanes, seq(events, 3), 3);
        assertThat(behind.pending().events()).extracting(QueuedEvent::seq).containsExactly(seq(events, 4));
        assertThat(behind.passed())
                .isEqualTo(new Passed(Map.of(seq(events, 0), key("a"), seq(events, 3), key("a")), false));
        assertThat(readBehind(lanes, seq(events, 3), 1).passed())
                .as("limited to one")
                .isEqualTo(new Passed(Map.of(seq(events, 0), key("a")), true));
    }

    private QueueReading readBehind(Lanes lanes, long position, int passedLimit) throws Exception {
        return JTA.inNew(() -> {
            queue.begin();
            return queue.read(lanes, new ReadRange(position, 10, passedLimit), true, LeftOut.NOTHING, true);
        });
    }

    // ---- stale decisions

    @Test
    void lockIsStaleAfterAnAdministrativeChange() throws Exception {
        record("key");
        Lanes before = takeAll("a");
        QueueStore other = database.stores(Side.OUTBOX).queues().open("bills");
        Lanes ofOther = JTA.inNew(() -> {
            other.take("a", Set.of(), LANES);
            return other.lanes("a");
        });
        JTA.inNew(() -> {
            queue.lock(before, Set.of(lane("key")));
            return queue.park(only(read(before)), lane("key"), "no");
        });
        assertThat(lock(before, before.numbers())).isEqualTo(before.numbers());

        AdminStore.Found found =
                JTA.inNew(() -> database.stores(Side.OUTBOX).admin().requeue(EventFilter.all(), 0, 100));
        assertThat(found.events()).hasSize(1);
        assertThat(lock(before, before.numbers())).isEmpty();
        assertThat(JTA.inNew(() -> other.lock(ofOther, Set.of(1, 2))))
                .as("of another queue")
                .containsExactlyInAnyOrder(1, 2);
        assertThat(lock(lanes("a"), Set.of(1, 2))).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void changeThatFindsNothingChangesNoVersion() throws Exception {
        Lanes before = takeAll("a");
        record("key");
        JTA.inNew(() -> database.stores(Side.OUTBOX).admin().discard(EventFilter.all(), 0, 100));
        assertThat(lanes("a")).isEqualTo(before);
    }

    @Test
    void lockIsStaleAfterTheNumberOfLanesHasChanged() throws Exception {
        Lanes before = takeAll("a");
        JTA.inTransaction(() -> {
            sql("DELETE FROM onceward_lane WHERE lane >= 7");
            sql("UPDATE onceward_lane SET lanes = 7");
            return null;
        });
        assertThat(lock(before, Set.of(1, 2))).isEmpty();
        assertThat(lanes("a").total()).isEqualTo(7);
        assertThat(lanes("a").hasAll()).isTrue();
    }

    @Test
    void lockSkipsTheLanesOfTheCurrentWriterAndSeesWhatItHasDone() throws Exception {
        Lanes before = takeAll("a");
        JTA.inTransaction(() -> {
            queue.begin();
            queue.lock(before, Set.of(3));
            sql("UPDATE onceward_lane SET version = version + 1 WHERE lane = 3");
            Future<Set<Integer>> locked = threads.submit(() -> lock(before, Set.of(3, 4)));
            assertThat(locked.get(30, TimeUnit.SECONDS))
                    .as("some databases lock more")
                    .doesNotContain(3);
            return null;
        });
        assertThat(lock(before, Set.of(3, 4))).containsExactly(4);
    }

    /** MySQL at repeatable read locks each lane that it looks at, also those of other owners. */
    @Test
    void nodeThatTakesLanesHoldsUpTheirOwnersOnlyUntilItCommits() throws Exception {
        Lanes before = takeAll("a");
        release("a", Set.of(1));
        lease("b");
        JTA.inTransaction(() -> {
            assertThat(queue.take("b", Set.of(), LANES)).isTrue();
            Future<Set<Integer>> locked = threads.submit(() -> lock(before, Set.of(3, 4)));
            assertThat(locked.get(30, TimeUnit.SECONDS)).isSubsetOf(3, 4);
            return null;
        });
        assertThat(lock(before, Set.of(1, 3, 4))).containsExactlyInAnyOrder(3, 4);
        release("a", Set.of(5));
        assertThat(lanes("a").numbers()).hasSize(LANES - 2).doesNotContain(1, 5);
        assertThat(lanes("b").numbers()).containsExactly(1);
    }

    // ---- opening

    @Test
    void queueIsOpenedByManyNodesAtTheSameTime() throws Exception {
        List<Callable<QueueStore>> opens = Collections.nCopies(
                6, () -> database.stores(Side.INBOX).queues().open("new"));
        for (Future<QueueStore> open : threads.invokeAll(opens)) {
            assertThat(open.get().name()).isEqualTo("new");
        }
        assertThat(rows("onceward_inbox_lane")).isEqualTo(LANES);
        assertThat(rows("onceward_lane")).isEqualTo(LANES);
    }

    @Test
    void lanesWithAGapAreRefused() {
        for (String damage :
                List.of("DELETE FROM onceward_lane WHERE lane = 5", "UPDATE onceward_lane SET lanes = 65")) {
            sql(damage);
            assertThatThrownBy(() -> database.stores(Side.OUTBOX).queues().open("orders"))
                    .hasMessageStartingWith("OWD-0003")
                    .hasMessageContainingAll("onceward_lane", "'orders'", "META-INF/onceward/");
            sql("DELETE FROM onceward_lane");
            database.stores(Side.OUTBOX).queues().open("orders");
        }
    }

    @Test
    void lanesThatAreEditedLaterAreRefusedUntilTheyAreSound() throws Exception {
        Lanes before = takeAll("a");
        for (String damage : List.of("lanes = 65 WHERE lane = 5", "lanes = 0 WHERE lane = 5", "lanes = 5")) {
            sql("UPDATE onceward_lane SET " + damage);
            assertThatThrownBy(() -> lanes("a"))
                    .hasMessageStartingWith("OWD-0003")
                    .hasMessageContainingAll("onceward_lane", "'orders'", "META-INF/onceward/");
            take("b", Set.of(5), LANES);
            sql("UPDATE onceward_lane SET lanes = " + LANES);
            assertThat(lanes("a")).isEqualTo(before);
        }
    }

    @Test
    void laneWithANegativeNumberIsRefused() throws Exception {
        Lanes before = takeAll("a");
        sql("UPDATE onceward_lane SET lane = -1 WHERE lane = 5");
        assertThatThrownBy(() -> lanes("a")).hasMessageStartingWith("OWD-0003").hasMessageContaining("lane -1");
        sql("UPDATE onceward_lane SET lane = 5 WHERE lane = -1");
        assertThat(lanes("a")).isEqualTo(before);
    }

    @Test
    void missingLaneIsFoundWithTheMalformedRows() {
        for (String damage : List.of("DELETE FROM onceward_lane WHERE lane = 5", "DELETE FROM onceward_lane")) {
            sql(damage);
            assertThatThrownBy(() -> JTA.inNew(() -> queue.parkMalformedRows(10)))
                    .hasMessageStartingWith("OWD-0003")
                    .hasMessageContainingAll("onceward_lane", "'orders'");
        }
    }
}
