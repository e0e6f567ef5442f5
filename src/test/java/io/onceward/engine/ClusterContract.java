// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeaseStore.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What operators see of nodes, leases and lanes, on every database. */
@DialectContract
abstract class ClusterContract extends LaneFixture {

    private static final String HERE = "11111111-1111-1111-1111-111111111111";
    private static final String THERE = "22222222-2222-2222-2222-222222222222";

    private Cluster cluster() throws Exception {
        return JTA.inNew(() -> database.cluster().read(HERE));
    }

    private static Cluster.Queue queue(Cluster cluster, Side side, String name) {
        return cluster.queues().stream()
                .filter(queue -> queue.side() == side && queue.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nodesWithALeaseAreShownWithTheirQueuesAndTheEndOfTheLease() throws Exception {
        Instant before = Instant.now();
        JTA.inNew(() -> leases.renew(new Node(HERE, "first", Set.of("outbox:orders", "inbox:billing")), LENGTH));
        lease(THERE);
        Cluster found = cluster();
        assertThat(found.datasource()).isEqualTo("lanes");
        assertThat(found.self()).isEqualTo(HERE);
        assertThat(found.nodes()).extracting(Cluster.Node::identity).containsExactlyInAnyOrder(HERE, THERE);
        Cluster.Node here = found.nodes().stream()
                .filter(node -> node.identity().equals(HERE))
                .findFirst()
                .orElseThrow();
        assertThat(here.name()).isEqualTo("first");
        assertThat(here.queues()).containsExactlyInAnyOrder("outbox:orders", "inbox:billing");
        assertThat(here.until())
                .isBetween(
                        before.plus(LENGTH).minusSeconds(1),
                        Instant.now().plus(LENGTH).plusSeconds(1));
    }

    @Test
    void lanesAreCountedByTheirOwners() throws Exception {
        lease(HERE);
        lease(THERE);
        assertThat(take(HERE, Set.of(0, 1, 2), LANES)).isTrue();
        assertThat(take(THERE, Set.of(), 10)).isTrue();
        database.stores(Side.INBOX).queues().open("billing");
        Cluster found = cluster();
        Cluster.Queue orders = queue(found, Side.OUTBOX, "orders");
        assertThat(orders.owned()).isEqualTo(Map.of(HERE, 3, THERE, 10));
        assertThat(orders.free()).isEqualTo(LANES - 13);
        assertThat(orders.lanes()).isEqualTo(LANES);
        assertThat(queue(found, Side.INBOX, "billing").free()).isEqualTo(LANES);
        assertThat(found.ownLanes(Side.OUTBOX, "orders")).isEqualTo(3);
        assertThat(found.ownLanes(Side.INBOX, "orders")).isZero();
    }

    @Test
    void lanesOfANodeWithoutALeaseAreFree() throws Exception {
        takeAll(THERE);
        sql("UPDATE onceward_node SET leaseuntil = leasefrom");
        Cluster found = cluster();
        assertThat(found.nodes()).isEmpty();
        assertThat(queue(found, Side.OUTBOX, "orders").owned()).isEmpty();
        assertThat(queue(found, Side.OUTBOX, "orders").free()).isEqualTo(LANES);
    }

    @Test
    void readingWaitsForNoLock() throws Exception {
        Lanes all = takeAll(HERE);
        JTA.inTransaction(() -> {
            queue.begin();
            assertThat(queue.lock(all, all.numbers())).hasSize(LANES);
            assertThat(threads.submit(this::cluster)).succeedsWithin(Duration.ofSeconds(20));
            return null;
        });
        JTA.inTransaction(() -> {
            cluster();
            assertThat(threads.submit(() -> lock(all, all.numbers())).get(20, TimeUnit.SECONDS))
                    .isEqualTo(all.numbers());
            return null;
        });
        assertThat(List.copyOf(statements))
                .filteredOn(sql -> sql.contains("GROUP BY"))
                .isNotEmpty()
                .noneMatch(sql -> sql.contains("FOR UPDATE") || sql.contains("LOCK IN SHARE MODE"));
    }
}
