// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OncewardException;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.Database;
import io.onceward.log.Causes;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.Slots;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeaseStore;
import io.onceward.queue.store.LeaseStore.Node;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.BeforeEach;

/** The statements of one channel and of the leases, each in its own transaction. */
abstract class LaneFixture extends DatabaseContract {

    static final Duration LENGTH = Duration.ofSeconds(10);
    static final int LANES = 64;

    final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger ids = new AtomicInteger();
    Database database;
    LeaseStore leases;
    QueueStore queue;

    @BeforeEach
    void open() {
        DataSource observed = ProxyDataSourceBuilder.create(pool)
                .afterQuery((execution, queries) -> queries.forEach(query -> statements.add(SqlText.of(query))))
                .build();
        database = database(observed, Map.of());
        leases = database.leases();
        queue = database.stores(Side.OUTBOX).queues().open("orders");
    }

    static Database database(DataSource dataSource, Map<String, String> further) {
        Map<String, String> values = new HashMap<>(further);
        values.put("onceward.schema", "create");
        Database database = Database.open(
                "lanes",
                dataSource,
                new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name))));
        database.prepare();
        return database;
    }

    RowsRead rowsRead() {
        return new RowsRead(pool, JTA);
    }

    static int lane(String key) {
        return Slots.of(key, null) % LANES;
    }

    static OrderKey key(String key) {
        return new OrderKey("orders", key);
    }

    static long seq(List<QueuedEvent> events, int index) {
        return events.get(index).seq();
    }

    static QueuedEvent only(QueueReading reading) {
        assertThat(reading.pending().events()).hasSize(1);
        return reading.pending().events().get(0);
    }

    void lease(String owner) throws Exception {
        renew(owner);
    }

    List<Node> renew(String owner) throws Exception {
        return JTA.inNew(() -> leases.renew(new Node(owner, null, Set.of()), LENGTH));
    }

    /** Tries again as the relay does: at repeatable read, H2 refuses to lock a row that has changed meanwhile. */
    static <T> T afterConflicts(Callable<T> work) throws Exception {
        while (true) {
            try {
                return work.call();
            } catch (OncewardException e) {
                assertThat(Causes.isConflict(e)).as(e.getMessage()).isTrue();
            }
        }
    }

    boolean take(String owner, Set<Integer> slots, int limit) throws Exception {
        return JTA.inNew(() -> queue.take(owner, slots, limit));
    }

    Lanes takeAll(String owner) throws Exception {
        lease(owner);
        assertThat(take(owner, Set.of(), LANES)).isTrue();
        Lanes lanes = lanes(owner);
        assertThat(lanes.hasAll()).isTrue();
        return lanes;
    }

    Lanes lanes(String owner) throws Exception {
        return JTA.inNew(() -> queue.lanes(owner));
    }

    void release(String owner, Set<Integer> lanes) throws Exception {
        JTA.inNew(() -> {
            queue.release(owner, lanes);
            return null;
        });
    }

    Set<Integer> lock(Lanes before, Set<Integer> lanes) throws Exception {
        return JTA.inNew(() -> {
            queue.begin();
            return queue.lock(before, lanes);
        });
    }

    void write(Lanes before, Callable<?> writing) throws Exception {
        JTA.inNew(() -> {
            queue.begin();
            assertThat(queue.lock(before, before.numbers())).isEqualTo(before.numbers());
            return writing.call();
        });
    }

    void unblock(Lanes before, boolean blockKey) throws Exception {
        write(before, () -> {
            return queue.unblock(before.numbers(), before.total(), QueueStore.Unblocked.COMPLETE, blockKey);
        });
    }

    QueueReading read(Lanes lanes) throws Exception {
        return JTA.inNew(() -> {
            queue.begin();
            return queue.read(lanes, ReadRange.fromHead(10_000), true, LeftOut.NOTHING, true);
        });
    }

    int remove(List<QueuedEvent> events) throws Exception {
        return JTA.inNew(() -> {
            queue.begin();
            return queue.remove(events);
        });
    }

    /** Returns the states of the events of the outbox, in their order. */
    List<String> states() {
        List<String> states = new ArrayList<>();
        for (long last = 0; ; ) {
            String seq = text("SELECT MIN(seq) FROM onceward_outbox WHERE seq > " + last);
            if (seq == null) {
                return states;
            }
            last = Long.parseLong(seq);
            states.add(text("SELECT state FROM onceward_outbox WHERE seq = " + seq));
        }
    }

    QueuedEvent record(String key) throws Exception {
        return recordAll(key).get(0);
    }

    /** Records events of these keys and returns them as they are read. */
    List<QueuedEvent> recordAll(String... keys) throws Exception {
        List<RecordedEvent> events = new ArrayList<>();
        for (String key : keys) {
            events.add(event("id " + ids.incrementAndGet(), "orders", key, "test:x", null));
        }
        JTA.inNew(() -> {
            database.stores(Side.OUTBOX).append().write(events);
            return null;
        });
        return readAll("orders");
    }

    QueuedEvent write(String id, String channel, String key, Instant deliverAt) throws Exception {
        JTA.inNew(() -> {
            database.stores(Side.OUTBOX).append().write(List.of(event(id, channel, key, "test:x", deliverAt)));
            return null;
        });
        return channel.equals("orders")
                ? readAll(channel).stream()
                        .filter(event -> event.event().id().equals(id))
                        .findFirst()
                        .orElseThrow()
                : null;
    }

    /** Reads as an owner of every lane does. */
    List<QueuedEvent> readAll(String channel) throws Exception {
        Lanes all = new Lanes("nobody", 1, Map.of(0, 0L), Set.of());
        return JTA.inNew(() -> database.stores(Side.OUTBOX)
                        .queues()
                        .open(channel)
                        .read(all, ReadRange.fromHead(10_000), false, LeftOut.NOTHING, true))
                .pending()
                .events();
    }

    static RecordedEvent event(String id, String channel, String key, String destination, Instant deliverAt) {
        return new RecordedEvent(
                id,
                channel,
                key,
                "Type",
                "x".getBytes(StandardCharsets.UTF_8),
                "text/plain",
                Map.of(),
                destination,
                Slots.of(key, id),
                deliverAt);
    }
}
