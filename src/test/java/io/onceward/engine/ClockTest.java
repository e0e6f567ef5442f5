// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.FakeClock;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.RestartablePostgreSql;
import io.onceward.fixture.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jumps of the database's clock and of a relay's clock by hours. */
class ClockTest {

    /** Long enough for the start of a JVM on a busy machine, too. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** The time in which the test watches that nothing happens. */
    private static final Duration A_WHILE = Duration.ofMillis(700);

    /** Enough for lanes of both relays. */
    private static final int KEYS = 20;

    private static final Jta JTA = new Jta();

    @TempDir
    private Path folder;

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final List<String> plain = new ArrayList<>();
    private FakeClock clock;
    private RestartablePostgreSql server;
    private String url;
    private AgroalDataSource pool;
    private Engine engine;

    @BeforeEach
    void open() {
        clock = new FakeClock(folder);
    }

    private void start(Map<String, String> environmentOfServer) {
        server = RestartablePostgreSql.start(environmentOfServer);
        server.crash();
        server.restart();
        url = server.createDatabase();
        pool = JTA.pool(url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
        new Nodes(JTA, publisher)
                .open(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), Runnable::run, pool);
    }

    @AfterEach
    void close() {
        if (pool != null) {
            pool.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void databaseClockMakesEventsEarlyOrLateByItsJumpAndLosesNothing() throws Exception {
        start(clock.environment());
        engine = new Nodes(JTA, publisher)
                .open(
                        Map.of("onceward.relay.retry-delay", "PT0.2S", "onceward.relay.retry-max-delay", "PT0.2S"),
                        Runnable::run,
                        pool);
        String inFourHours = record("d4", Instant.now().plus(Duration.ofHours(4)));
        String inSixHours = record("d6", Instant.now().plus(Duration.ofHours(6)));
        recordPlain();
        await(() -> publisher.ids().equals(plain));

        jumpTo(5);
        plain.add(inFourHours);
        await(() -> publisher.ids().equals(plain));
        publisher.refuse(event -> event.key().equals("refused"));
        String refusedAhead = record("refused", null);
        publisher.refuse(event -> false);
        recordPlain();
        await(() -> publisher.ids().contains(refusedAhead));
        plain.add(refusedAhead);
        assertThat(publisher.ids()).containsExactlyInAnyOrderElementsOf(plain);

        publisher.refuse(event -> event.key().equals("refused"));
        String late = record("refused", null);
        publisher.refuse(event -> false);
        jumpTo(-5);
        String soon = record("soon", Instant.now());
        recordPlain();
        await(() -> publisher.ids().containsAll(plain));
        pollFor(A_WHILE);
        assertThat(publisher.ids()).containsExactlyInAnyOrderElementsOf(plain);

        jumpTo(0);
        plain.add(soon);
        await(() -> publisher.ids().contains(soon));
        pollFor(A_WHILE);
        assertThat(publisher.ids()).containsExactlyInAnyOrderElementsOf(plain);

        jumpTo(7);
        plain.addAll(List.of(late, inSixHours));
        await(() -> rows() == 0);
        assertThat(publisher.ids()).as("all, once each").containsExactlyInAnyOrderElementsOf(plain);
    }

    @Test
    void clockOfTheRelayDoesNotMatter() throws Exception {
        start(Map.of());
        engine = new Nodes(JTA, publisher).open(Map.of("onceward.relay.enabled", "false"), Runnable::run, pool);
        clock.jumpTo(5);
        try (RelayProcess relay = new RelayProcess(server, url, List.of(), clock.environment())) {
            record("d1", Instant.now().plus(Duration.ofHours(1)));
            for (int hours : List.of(5, -5, 0)) {
                clock.jumpTo(hours);
                await(() -> hoursAhead(relay.clock()) == hours || !relay.isAlive());
                recordPlain();
                await(() -> distinct(relay).size() >= plain.size());
                Instant time = Instant.now().plusMillis(500);
                plain.add(record("soon", time));
                await(() -> distinct(relay).size() >= plain.size());
                assertThat(Instant.now()).as("when it was published").isAfterOrEqualTo(time);
                assertThat(distinct(relay)).isEqualTo(plain);
            }
            await(() -> rows() == 1);
            pollFor(A_WHILE);
            assertThat(rows()).as("the one that is not due").isEqualTo(1);
            assertThat(distinct(relay)).isEqualTo(plain);
        }
    }

    @Test
    void jumpsOfTheDatabaseClockMoveLanesBetweenRelaysInOrder() throws Exception {
        start(clock.environment());
        engine = new Nodes(JTA, publisher).open(Map.of("onceward.relay.enabled", "false"), Runnable::run, pool);
        try (RelayProcess first = relay();
                RelayProcess second = relay()) {
            await(() -> first.clock() != null && second.clock() != null);
            for (int hours : List.of(5, -5, 0, 7)) {
                recordForEachKey();
                jumpTo(hours);
                recordForEachKey();
                await(() -> rows() == 0);
            }
            first.kill();
            jumpTo(-5); // by this clock, the lease of the killed one begins in twelve hours
            recordForEachKey();
            await(() -> rows() == 0);

            List<String> arrived = Stream.of(first, second)
                    .flatMap(relay -> relay.publications().stream())
                    .sorted(Comparator.comparingLong(RelayProcess.Publication::nanos))
                    .map(RelayProcess.Publication::id)
                    .distinct()
                    .toList();
            assertThat(arrived).containsExactlyInAnyOrderElementsOf(plain);
            for (int key = 0; key < KEYS; key++) {
                int slot = key;
                List<String> ofKey = IntStream.range(0, plain.size())
                        .filter(event -> event % KEYS == slot)
                        .mapToObj(plain::get)
                        .toList();
                assertThat(arrived.stream().filter(ofKey::contains))
                        .as("first arrivals of key %s", key)
                        .containsExactlyElementsOf(ofKey);
            }
        }
    }

    /** Events with a time to live would expire before they are published. */
    @Test
    void clockThatDiffersFromThatOfTheDatabaseIsWarnedOf() throws Exception {
        start(clock.environment());
        try (LogLines log = new LogLines()) {
            engine = new Nodes(JTA, publisher).open(Map.of(), Runnable::run, pool);
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1177"));
            jumpTo(-5);
            new Nodes(JTA, publisher).open(Map.of(), Runnable::run, pool);
            assertThat(log.all())
                    .anyMatch(line ->
                            line.startsWith("OWD-1177") && line.contains("is -18000") && line.contains(" s ahead"));
        }
    }

    private RelayProcess relay() throws IOException {
        return new RelayProcess(server, url, List.of(), Map.of());
    }

    /** Records an event of each key, in the order of the keys. */
    private void recordForEachKey() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            plain.add(record("key " + key, null));
        }
    }

    private void jumpTo(int hours) throws InterruptedException {
        clock.jumpTo(hours);
        await(() -> hoursAhead(databaseTime()) == hours);
    }

    private static long hoursAhead(Instant time) {
        return time == null
                ? Long.MIN_VALUE
                : Math.round(Duration.between(Instant.now(), time).toSeconds() / 3600.0);
    }

    /** Returns the ids without repetitions: a jump may end a transaction early, and its events are published again. */
    private static List<String> distinct(RelayProcess relay) {
        return relay.published().stream().distinct().toList();
    }

    /** Records five events of one key. */
    private void recordPlain() throws Exception {
        for (int i = 0; i < 5; i++) {
            plain.add(record("plain", null));
        }
    }

    private String record(String key, Instant deliverAt) throws Exception {
        OutboxMetadata metadata = OutboxMetadata.none().withKey(key);
        return JTA.inTransaction(() -> engine.recording("orders")
                .record("x", deliverAt == null ? metadata : metadata.withDeliverAt(deliverAt)));
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
            engine.poll();
            Thread.sleep(20);
        }
        assertThat(condition.getAsBoolean())
                .as("what was waited for; published: %s", publisher.ids())
                .isTrue();
    }

    private void pollFor(Duration duration) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() - end < 0) {
            engine.poll();
            Thread.sleep(20);
        }
    }

    private Instant databaseTime() {
        return Instant.ofEpochSecond(Long.parseLong(text("SELECT EXTRACT(EPOCH FROM clock_timestamp())::BIGINT")));
    }

    private int rows() {
        return Integer.parseInt(text("SELECT COUNT(*) FROM onceward_outbox"));
    }

    private String text(String sql) {
        return Sql.text(pool::getConnection, sql);
    }
}
