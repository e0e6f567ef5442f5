// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.api.Backlog;
import io.oncebox.api.EventDetails;
import io.oncebox.api.EventFilter;
import io.oncebox.api.EventPage;
import io.oncebox.api.EventState;
import io.oncebox.api.EventSummary;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxAdmin;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.api.Pause;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.LogLines;
import io.oncebox.queue.Slots;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Administration of outbox and inbox, on every database. */
abstract class AdminContract extends DatabaseContract {

    private static final String HERE = "java:comp/DefaultDataSource";

    private final RecordingPublisher publisher = new RecordingPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final List<Engine> engines = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LogLines log = new LogLines();
    private Engine engine;
    private OutboxAdmin admin;

    @BeforeEach
    void open() {
        publisher.down = true;
        engine = node(Map.of("oncebox.schema", "create", "oncebox.admin.refresh", "PT1H"));
        admin = engine.outboxAdmin();
    }

    @AfterEach
    void close() {
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
        threads.shutdownNow();
        log.close();
    }

    private Engine node(Map<String, String> configuration) {
        return node(nodes, configuration, pool);
    }

    private Engine node(Nodes like, Map<String, String> configuration) {
        return node(like, configuration, pool);
    }

    private Engine node(Nodes like, Map<String, String> configuration, DataSource dataSource) {
        Engine opened = like.open(configuration, Runnable::run, dataSource);
        engines.add(opened);
        return opened;
    }

    // ---- find

    @Test
    void pagesAreInTheOrderOfPositionsWhateverTheState() throws SQLException {
        insert(10, "orders", EventState.PARKED, "no");
        insert(10, "orders", EventState.PENDING, null);
        insert(5, "orders", EventState.BLOCKED, null);

        List<Integer> sizes = new ArrayList<>();
        List<EventSummary> all = all(EventFilter.all(), 10, sizes);

        assertThat(all)
                .extracting(EventSummary::position)
                .hasSize(25)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(sizes).startsWith(10, 10, 5);
        assertThat(all(EventFilter.all().parked(), 3, sizes)).hasSize(10);
    }

    @Test
    void filterMatchesEventsThatMeetAllItsConditions() throws Exception {
        insert(3, "orders", EventState.PARKED, "50% of queue_a are gone!");
        insert(2, "bills", EventState.PARKED, "50 of queueXa are gone");
        insert(1, "bills", EventState.RETRYING, "later");
        EventSummary first = find(EventFilter.all().withQueue("orders")).get(0);

        assertThat(find(EventFilter.all().withQueue("bills"))).hasSize(3);
        assertThat(find(EventFilter.all().withQueue("bills").parked())).hasSize(2);
        assertThat(find(EventFilter.all().withError("50% of"))).hasSize(3);
        assertThat(find(EventFilter.all().withError("queue_a"))).hasSize(3);
        assertThat(find(EventFilter.all().withError("gone!"))).hasSize(3);
        assertThat(find(EventFilter.all().withId(first.id()))).containsExactly(first);
        assertThat(find(EventFilter.all().withKey(first.key()))).containsExactly(first);
        assertThat(find(EventFilter.all().at(HERE, first.position()))).containsExactly(first);
        assertThat(find(EventFilter.all().at("jdbc/another", first.position()))).isEmpty();
        assertThat(find(EventFilter.all().withType("another"))).isEmpty();
        Instant now = Instant.now();
        assertThat(find(EventFilter.all().withTimes(now.minusSeconds(3600), now.plusSeconds(3600))))
                .hasSize(6);
        assertThat(find(EventFilter.all().withTimes(now.plusSeconds(3600), null)))
                .isEmpty();
        assertThat(find(EventFilter.all().withTimes(Instant.MIN, Instant.MAX))).hasSize(6);
    }

    @Test
    void filterTextIsMatchedLiterally() throws SQLException {
        insert(3, "orders", EventState.PARKED, "no");
        for (String text :
                List.of("%", "_", "' OR '1'='1", "\\", "*", "<script>", "\0", "\uD800", "x".repeat(10_000))) {
            assertThat(find(EventFilter.all().withId(text))).as(text).isEmpty();
            assertThat(find(EventFilter.all().withError(text))).as(text).isEmpty();
            assertThat(find(EventFilter.all().withKey(text))).as(text).isEmpty();
            assertThat(admin.discard(EventFilter.all().withQueue(text), "me"))
                    .as(text)
                    .isZero();
        }
        assertThat(find(EventFilter.all())).hasSize(3);
    }

    @Test
    void illegalPageIsRefused() {
        for (int limit : List.of(0, -1, 1001)) {
            assertCode("OBX-0160", () -> admin.find(EventFilter.all(), null, limit));
        }
        for (String cursor : List.of("", "x", "1", "1.", ".", "1.%", "-.QQ", "9".repeat(30) + ".QQ", "1.QQ")) {
            assertCode("OBX-0161", () -> admin.find(EventFilter.all(), cursor, 1));
        }
    }

    @Test
    void pageLooksAtBoundedManyRowsAndAllPagesAtEveryOne() throws SQLException {
        insert(10_500, "orders", EventState.PENDING, null);
        insertWithKey("orders", EventState.PENDING, "the last one");
        EventFilter last = EventFilter.all().withQueue("orders").withKey("the last one");

        EventPage first = admin.find(last, null, 10);
        assertThat(first.events()).isEmpty();
        assertThat(first.next()).isNotNull();
        EventPage second = admin.find(last, first.next(), 10);
        assertThat(second.events()).hasSize(1);
        assertThat(second.next()).isNull();

        Backlog orders = backlog("orders");
        assertThat(orders.pending()).isEqualTo(10_000);
        assertThat(orders.isLowerBound()).isTrue();

        assertThat(admin.purge(last, "me")).isEqualTo(1);
        assertThat(admin.purge(EventFilter.all().withQueue("orders"), "me")).isEqualTo(10_500);
        assertThat(find(EventFilter.all())).isEmpty();
    }

    @Test
    void eventIsShownWithHeadersAndTheSizeOfItsPayload() throws Exception {
        record("orders", "key", "<b>Gr\u00fc\u00dfe</b>");
        EventSummary summary = find(EventFilter.all()).get(0);
        List<String> statements = new CopyOnWriteArrayList<>();
        DataSource observed = ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> queries.forEach(query -> statements.add(query.getQuery())))
                .build();

        EventDetails shown = node(nodes, Map.of("oncebox.relay.enabled", "false"), observed)
                .outboxAdmin()
                .show(summary.datasource(), summary.position())
                .orElseThrow();
        assertThat(statements.stream().filter(sql -> sql.contains("OCTET_LENGTH")))
                .hasSize(1)
                .as("statements that read the payload itself")
                .noneMatch(sql -> sql.replace("OCTET_LENGTH(payload)", "").contains("payload"));

        assertThat(shown.summary()).isEqualTo(summary);
        assertThat(shown.headers()).containsEntry("tenant", "acme");
        assertThat(shown.contentType()).startsWith("text/plain");
        assertThat(shown.size()).isEqualTo("<b>Gr\u00fc\u00dfe</b>".getBytes(StandardCharsets.UTF_8).length);
        assertThat(shown.toString()).doesNotContain("acme");
        assertThat(admin.show(summary.datasource(), summary.position() + 1)).isEmpty();
        assertThat(admin.show("jdbc/another", summary.position())).isEmpty();
    }

    @Test
    void payloadIsReadOnRequest() throws Exception {
        record("orders", "key", "<b>hello</b>");
        EventSummary summary = find(EventFilter.all()).get(0);

        assertThat(admin.payload(summary.datasource(), summary.position()))
                .hasValueSatisfying(payload ->
                        assertThat(new String(payload, StandardCharsets.UTF_8)).isEqualTo("<b>hello</b>"));
        assertThat(admin.payload(summary.datasource(), summary.position() + 1)).isEmpty();
        assertThat(admin.payload("jdbc/another", summary.position())).isEmpty();
    }

    // ---- backlog

    @Test
    void backlogSeparatesQueuesAndStates() throws Exception {
        insert(3, "orders", EventState.PARKED, "the old error");
        insert(1, "orders", EventState.PARKED, "the new error");
        insert(2, "orders", EventState.BLOCKED, null);
        record("bills", null, "x");
        JTA.inTransaction(() -> engine.recording("unused"));

        Backlog orders = backlog("orders");
        assertThat(orders.parked()).isEqualTo(4);
        assertThat(orders.blocked()).isEqualTo(2);
        assertThat(orders.pending()).isZero();
        assertThat(orders.due()).isZero();
        assertThat(orders.oldestDue()).isNull();
        assertThat(orders.lastError()).isEqualTo("the new error");
        assertThat(orders.isLowerBound()).isFalse();
        Backlog bills = backlog("bills");
        assertThat(bills.pending()).isEqualTo(1);
        assertThat(bills.due()).isEqualTo(1);
        assertThat(bills.oldestDue()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(bills.lastError()).isNull();
        assertThat(backlog("unused").pending()).isZero();
    }

    @Test
    void delayedEventIsNotDue() throws Exception {
        JTA.inTransaction(() -> engine.recording("orders")
                .record("x", OutboxMetadata.none().withDeliverAt(Instant.now().plusSeconds(3600))));
        assertThat(backlog("orders").delayed()).isEqualTo(1);
        assertThat(backlog("orders").due()).isZero();
        assertThat(backlog("orders").oldestDue()).isNull();
    }

    @Test
    void figuresAreCachedUntilThisNodeChangesSomething() throws Exception {
        insert(1, "orders", EventState.PARKED, "no");
        assertThat(backlog("orders").parked()).isEqualTo(1);
        insert(1, "orders", EventState.PARKED, "no");
        assertThat(backlog("orders").parked()).as("within the hour").isEqualTo(1);
        admin.discard(EventFilter.all().withQueue("another"), "me");
        assertThat(backlog("orders").parked()).isEqualTo(2);
    }

    // ---- changes

    @Test
    void purgeRemovesPendingEventsOfItsQueueAndReleasesTheirKeys() throws Exception {
        insert(3, "bills", EventState.PENDING, null);
        insert(2, "orders", EventState.PARKED, "no");
        insert(1, "orders", EventState.DELAYED, null);
        insertWithKey("orders", EventState.RETRYING, "a key");
        insertWithKey("orders", EventState.BLOCKED, "a key");

        assertCode("OBX-0162", () -> admin.purge(EventFilter.all(), "me"));
        assertThat(admin.purge(EventFilter.all().withQueue("orders").withStates(EventState.RETRYING), "me"))
                .isEqualTo(1);
        assertThat(find(EventFilter.all().withKey("a key")))
                .extracting(EventSummary::state)
                .containsExactly(EventState.PENDING);
        assertThat(admin.purge(EventFilter.all().withQueue("orders").parked(), "me"))
                .isZero();
        assertThat(admin.purge(EventFilter.all().withQueue("orders"), "me")).isEqualTo(2);
        assertThat(find(EventFilter.all()).stream()
                        .collect(Collectors.groupingBy(EventSummary::queue, Collectors.counting())))
                .isEqualTo(Map.of("bills", 3L, "orders", 2L));
    }

    @Test
    void rowsThatAreGoneAreNotCountedAsChanged() throws Exception {
        insert(1, "orders", EventState.PARKED, "no");
        EventSummary seen = find(EventFilter.all()).get(0);
        EventFilter it = EventFilter.all().at(seen.datasource(), seen.position());
        assertThat(admin.requeue(it, "me")).isEqualTo(1);
        assertThat(find(it)).extracting(EventSummary::attempts).containsExactly(0);
        assertThat(admin.requeue(it, "another")).isZero();
        publisher.down = false;
        node(Map.of()).poll();
        assertThat(publisher.ids()).containsExactly(seen.id());
        assertThat(admin.requeue(it, "another")).isZero();
        assertThat(admin.discard(it, "another")).isZero();
        assertThat(admin.purge(it.withQueue("orders"), "another")).isZero();
    }

    @Test
    void twoConcurrentChangesTouchEachEventOnce() throws Exception {
        insert(1500, "orders", EventState.PARKED, "no");
        OutboxAdmin other = node(Map.of()).outboxAdmin();
        Future<Integer> one =
                threads.submit(() -> admin.requeue(EventFilter.all().withQueue("orders"), "one"));
        Future<Integer> two =
                threads.submit(() -> other.discard(EventFilter.all().withQueue("orders"), "two"));

        int requeued = one.get();
        assertThat(requeued + two.get()).isEqualTo(1500);
        assertThat(find(EventFilter.all().parked())).isEmpty();
        assertThat(all(EventFilter.all(), 1000, new ArrayList<>())).hasSize(requeued);
    }

    @Test
    void changeIsLoggedWithWhoAndWhatOnOneLine() throws SQLException {
        insert(30, "orders", EventState.PARKED, "no");
        admin.pause("orders", "me");
        log.forget();
        admin.requeue(EventFilter.all().withQueue("orders").withError("no"), "mallory\nOBX-1042: root");
        assertThat(log.all()).singleElement().satisfies(line -> assertThat(line)
                .startsWith(
                        "OBX-1041: mallory OBX-1042: root requeued 30 parked events of the outbox (queue=orders, error=no)")
                .doesNotContain("\n")
                .hasSizeLessThan(1500));
        log.forget();
        admin.requeue(EventFilter.all(), "me");
        assertThat(log.all()).as("nothing changed").isEmpty();
        admin.purge(EventFilter.all().withQueue("orders"), "me");
        admin.resume("orders", "me");
        insert(1, "orders", EventState.PARKED, "no");
        admin.pause("orders", "you");
        assertThat(log.all())
                .extracting(line -> line.substring(0, 8))
                .containsExactly("OBX-1070", "OBX-1072", "OBX-1071");
    }

    // ---- pause

    @Test
    void pausedChannelWaitsOnAllNodesAndKeepsItsOrder() throws Exception {
        publisher.down = false;
        Map<String, String> quick = Map.of("oncebox.relay.polling-interval", "PT0.001S");
        Engine here = node(nodes.declaring("orders"), quick);
        Engine there = node(nodes.declaring("orders"), quick);
        assertThat(here.outboxAdmin().pause("orders", "me")).isTrue();
        assertThat(there.outboxAdmin().pause("orders", "you")).isFalse();
        Thread.sleep(10);

        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(record(here, "orders", "key"));
            ids.add(record(there, "orders", "key"));
        }
        String other = record(here, "bills", "key");
        pollUntilPublished(here, 1);
        there.poll();
        assertThat(publisher.ids()).containsExactly(other);
        assertThat(here.outboxAdmin().paused())
                .singleElement()
                .satisfies(pause -> assertThat(pause.since())
                        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60)))
                .extracting(Pause::queue, Pause::by)
                .containsExactly("orders", "me");
        assertThat(backlog("orders").isPaused()).isTrue();
        assertThat(backlog("orders").due()).isEqualTo(10);

        Engine restarted = node(quick);
        restarted.poll();
        assertThat(publisher.ids()).as("after a restart").hasSize(1);

        assertThat(there.outboxAdmin().resume("orders", "you")).isTrue();
        assertThat(there.outboxAdmin().resume("orders", "you")).isFalse();
        pollUntilPublished(here, 11);
        assertThat(publisher.ids().subList(1, 11)).isEqualTo(ids);
    }

    @Test
    void illegalQueueNameIsNotPaused() throws SQLException {
        for (String queue : List.of("", " ", "x".repeat(256), "a\0b", "\uDC00")) {
            assertCode("OBX-0163", () -> admin.pause(queue, "me"));
            assertCode("OBX-0163", () -> admin.resume(queue, "me"));
        }
        insert(1, "'; DROP TABLE oncebox_pause; --", EventState.PENDING, null);
        assertThat(admin.pause("'; DROP TABLE oncebox_pause; --", "x".repeat(1000) + "\0"))
                .isTrue();
        assertThat(admin.paused()).hasSize(1);
    }

    @Test
    void queueThatDoesNotExistIsNotPaused() throws Exception {
        assertCode("OBX-0220", () -> admin.pause("ordres", "me"));
        assertCode("OBX-0220", () -> engine.inboxAdmin().pause("orders", "me"));
        assertThat(admin.paused()).isEmpty();
        assertThat(admin.backlog()).isEmpty();
        assertThat(admin.resume("ordres", "me")).isFalse();

        OutboxAdmin declaring = node(nodes.declaring("orders"), Map.of("oncebox.relay.enabled", "false"))
                .outboxAdmin();
        assertThat(declaring.pause("orders", "me")).as("declared").isTrue();
        assertThat(admin.pause("orders", "you")).as("paused").isFalse();
        insert(1, "letters", EventState.PARKED, "no");
        assertThat(admin.pause("letters", "me")).as("with a row").isTrue();
        insert(1, "bills", EventState.PENDING, null);
        publisher.down = false;
        pollUntilPublished(engine, 1);
        assertThat(node(Map.of()).outboxAdmin().pause("bills", "me"))
                .as("with lanes and without rows")
                .isTrue();
        assertCode("OBX-0220", () -> admin.pause("mail", "me"));
        node(nodes.declaring("mail"), Map.of("oncebox.relay.enabled", "false"));
        assertThat(admin.pause("mail", "me")).as("with a retry policy").isTrue();
    }

    @Test
    void oneOfManyConcurrentPausesTakesEffect() throws Exception {
        insert(1, "orders", EventState.PARKED, "no");
        List<Future<Boolean>> tries = IntStream.range(0, 8)
                .mapToObj(i -> threads.submit(() -> admin.pause("orders", "number " + i)))
                .toList();
        int done = 0;
        for (Future<Boolean> each : tries) {
            done += each.get() ? 1 : 0;
        }
        assertThat(done).isEqualTo(1);
        assertThat(admin.paused()).hasSize(1);
    }

    // ---- help

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(OnceboxException.class, e -> assertThat(e.code())
                .isEqualTo(code));
    }

    private List<EventSummary> find(EventFilter filter) {
        return admin.find(filter, null, 1000).events();
    }

    private List<EventSummary> all(EventFilter filter, int limit, List<Integer> sizes) {
        List<EventSummary> all = new ArrayList<>();
        String cursor = null;
        do {
            EventPage page = admin.find(filter, cursor, limit);
            all.addAll(page.events());
            sizes.add(page.events().size());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    private Backlog backlog(String queue) {
        return admin.backlog().stream()
                .filter(each -> each.queue().equals(queue))
                .findFirst()
                .orElseThrow();
    }

    private void pollUntilPublished(Engine engine, int count) throws InterruptedException {
        Await.until(count + " published events", () -> publisher.ids().size() >= count, engine::poll);
        assertThat(publisher.ids()).hasSize(count);
    }

    private static String record(Engine engine, String channel, String key) throws Exception {
        return JTA.inTransaction(() ->
                engine.recording(channel).record("x", OutboxMetadata.none().withKey(key)));
    }

    private void record(String channel, String key, String body) throws Exception {
        OutboxMetadata metadata = OutboxMetadata.none().withHeader("tenant", "acme");
        JTA.inTransaction(() -> engine.recording(channel).record(body, key == null ? metadata : metadata.withKey(key)));
    }

    /** Inserts rows as relays leave them, each with its own key. */
    private void insert(int count, String channel, EventState state, String error) throws SQLException {
        insert(
                IntStream.range(0, count)
                        .mapToObj(i -> channel + "-" + state + "-" + error + "-" + i)
                        .toList(),
                channel,
                state,
                error);
    }

    private void insertWithKey(String channel, EventState state, String key) throws SQLException {
        insert(List.of(key), channel, state, null);
    }

    private void insert(List<String> keys, String channel, EventState state, String error) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO oncebox_outbox (id, aggregatetype,"
                        + " aggregateid, type, payload, contenttype, destination, slot, state, lasterror, attempts, availableat)"
                        + " VALUES (?, ?, ?, 'x', ?, 'text/plain', 'test:x', ?, ?, ?, 7, "
                        + (Set.of(EventState.RETRYING, EventState.DELAYED).contains(state)
                                ? "CURRENT_TIMESTAMP"
                                : "NULL")
                        + ")")) {
            connection.setAutoCommit(false);
            for (String key : keys) {
                insert.setString(1, "id of " + key);
                insert.setString(2, channel);
                insert.setString(3, key);
                insert.setBytes(4, new byte[] {'x'});
                insert.setInt(5, Slots.of(key, key));
                insert.setString(6, state.name());
                insert.setString(7, error);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
