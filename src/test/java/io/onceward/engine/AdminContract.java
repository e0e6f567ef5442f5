// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Backlog;
import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventPage;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.FailureGroup;
import io.onceward.api.FailureGroups;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.OutboxMetadata;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** Administration of outbox and inbox, on every database. */
@DialectContract
abstract class AdminContract extends AdminFixture {

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
            assertCode("OWD-0160", () -> admin.find(EventFilter.all(), null, limit));
        }
        for (String cursor : List.of("", "x", "1", "1.", ".", "1.%", "-.QQ", "9".repeat(30) + ".QQ", "1.QQ")) {
            assertCode("OWD-0161", () -> admin.find(EventFilter.all(), cursor, 1));
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
                .beforeQuery((execution, queries) -> queries.forEach(query -> statements.add(SqlText.of(query))))
                .build();

        EventDetails shown = node(nodes, Map.of("onceward.relay.enabled", "false"), observed)
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

    // ---- failures

    private static final String NOT_FOUND = "java.lang.IllegalStateException: Order … not found";

    private static String notFound(int order) {
        return "com.acme.ShopException: no " + order + " <- java.lang.IllegalStateException: Order " + order
                + " not found";
    }

    @Test
    void failuresAreGroupedByQueueAndCommonCause() throws SQLException {
        insert(1, "orders", EventState.PARKED, notFound(17));
        insert(1, "orders", EventState.RETRYING, notFound(18));
        insert(1, "orders", EventState.PARKED, notFound(19));
        insert(2, "orders", EventState.PARKED, "java.lang.IllegalStateException: Customer 17 not found");
        insert(1, "bills", EventState.PARKED, notFound(17));
        insert(1, "bills", EventState.PARKED, null);
        insert(5, "bills", EventState.PENDING, null);

        FailureGroups found = admin.failures(EventFilter.all());

        assertThat(found.isComplete()).isTrue();
        assertThat(found.groups())
                .extracting(
                        group -> group.queue() + ": " + group.cause() + " " + group.parked() + "+" + group.retrying())
                .containsExactlyInAnyOrder(
                        "orders: " + NOT_FOUND + " 2+1",
                        "orders: java.lang.IllegalStateException: Customer … not found 2+0",
                        "bills: " + NOT_FOUND + " 1+0",
                        "bills: none 1+0");
        FailureGroup first = found.groups().get(0);
        assertThat(first.cause()).isEqualTo(NOT_FOUND);
        assertThat(first.isLowerBound()).isFalse();
        assertThat(first.sample())
                .isEqualTo(find(EventFilter.all().withQueue("orders")).get(0));
        assertThat(first.first())
                .isBeforeOrEqualTo(first.last())
                .isAfter(Instant.now().minusSeconds(3600));
        assertThat(find(first.filter())).hasSize(3);
        assertThat(admin.failures(EventFilter.all().withQueue("bills").parked()).groups())
                .hasSize(2);
        assertThat(admin.failures(EventFilter.all().withStates(EventState.PENDING))
                        .groups())
                .isEmpty();
    }

    @Test
    void groupIsRequeuedOrDiscardedAndNothingElseIs() throws SQLException {
        insert(1, "orders", EventState.PARKED, notFound(17));
        insert(1, "orders", EventState.PARKED, "java.lang.IllegalStateException: Order 17 not found: deleted");
        insert(1, "orders", EventState.RETRYING, notFound(18));
        insert(1, "orders", EventState.PARKED, notFound(19));
        insert(1, "bills", EventState.PARKED, notFound(17));
        FailureGroup group = admin.failures(EventFilter.all()).groups().get(0);
        log.forget();

        assertThat(admin.requeue(group.filter(), "me")).isEqualTo(2);
        assertThat(find(EventFilter.all().withStates(EventState.PENDING)))
                .extracting(EventSummary::error)
                .containsExactly(notFound(17), notFound(19));
        assertThat(log.all()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("OWD-1041: me requeued 2 parked events of the outbox (states=[PARKED], datasource=" + HERE
                        + ", queue=orders, cause=" + NOT_FOUND + ")"));
        assertThat(admin.requeue(group.filter(), "me")).isZero();
        assertThat(admin.discard(EventFilter.all().withCause(NOT_FOUND), "me")).isEqualTo(1);
        assertThat(find(EventFilter.all().parked())).hasSize(1);
    }

    @Test
    void groupOfASearchHasTheConditionsOfTheSearch() throws SQLException {
        insert(List.of("a", "b"), "orders", EventState.PARKED, notFound(17));
        FailureGroup group =
                admin.failures(EventFilter.all().withKey("a")).groups().get(0);
        assertThat(group.parked()).isEqualTo(1);

        assertThat(admin.discard(group.filter(), "me")).isEqualTo(1);
        assertThat(find(EventFilter.all())).extracting(EventSummary::key).containsExactly("b");
    }

    @Test
    void eventThatFailedOtherwiseMeanwhileIsLeftAlone() throws SQLException {
        insert(2, "orders", EventState.PARKED, notFound(17));
        FailureGroup group = admin.failures(EventFilter.all()).groups().get(0);
        assertThat(group.parked()).isEqualTo(2);
        sql("UPDATE onceward_outbox SET lasterror = 'refused' WHERE seq = "
                + group.sample().position());

        assertThat(admin.discard(group.filter(), "me")).isEqualTo(1);
        assertThat(find(EventFilter.all())).extracting(EventSummary::error).containsExactly("refused");
    }

    @Test
    void searchForFailuresIsBoundedAndAChangeReachesTheWholeGroup() throws SQLException {
        insert(1100, "orders", EventState.PARKED, notFound(17));
        for (int i = 0; i < 20; i++) {
            insert(1, "bills" + i, EventState.PARKED, notFound(17));
        }

        FailureGroups found = admin.failures(EventFilter.all());

        assertThat(found.isComplete()).isFalse();
        assertThat(found.groups()).hasSize(20);
        FailureGroup orders = found.groups().get(0);
        assertThat(orders.parked()).isEqualTo(1000);
        assertThat(orders.isLowerBound()).isTrue();
        assertThat(found.groups().subList(1, 20)).noneMatch(FailureGroup::isLowerBound);
        FailureGroups ofOrders = admin.failures(EventFilter.all().withQueue("orders"));
        assertThat(ofOrders.isComplete()).isTrue();
        assertThat(ofOrders.groups().get(0).parked()).isEqualTo(1100);
        assertThat(admin.discard(orders.filter(), "me")).isEqualTo(1100);
    }

    @Test
    void changeOfAGroupLocksLanesOnlyWhereTheGroupHasEvents() throws SQLException {
        insert(2500, "orders", EventState.PARKED, "refused");
        insert(1, "orders", EventState.PARKED, notFound(17));
        insert(2500, "orders", EventState.PARKED, "refused");
        List<String> statements = new CopyOnWriteArrayList<>();
        DataSource observed = ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> queries.forEach(query -> statements.add(SqlText.of(query))))
                .build();
        OutboxAdmin other =
                node(nodes, Map.of("onceward.relay.enabled", "false"), observed).outboxAdmin();
        statements.clear();

        assertThat(other.discard(EventFilter.all().withQueue("orders").withCause(NOT_FOUND), "me"))
                .isEqualTo(1);
        assertThat(statements)
                .filteredOn(sql -> sql.contains("ORDER BY channel, lane"))
                .hasSize(1);
    }

    // ---- changes

    @Test
    void purgeRemovesPendingEventsOfItsQueueAndReleasesTheirKeys() throws Exception {
        insert(3, "bills", EventState.PENDING, null);
        insert(2, "orders", EventState.PARKED, "no");
        insert(1, "orders", EventState.DELAYED, null);
        insertWithKey("orders", EventState.RETRYING, "a key");
        insertWithKey("orders", EventState.BLOCKED, "a key");

        assertCode("OWD-0162", () -> admin.purge(EventFilter.all(), "me"));
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
        publisher.setDown(false);
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
        admin.requeue(EventFilter.all().withQueue("orders").withError("no"), "mallory\nOWD-1042: root");
        assertThat(log.all()).singleElement().satisfies(line -> assertThat(line)
                .startsWith(
                        "OWD-1041: mallory OWD-1042: root requeued 30 parked events of the outbox (queue=orders, error=no)")
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
                .containsExactly("OWD-1070", "OWD-1072", "OWD-1071");
    }

    // ---- help

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
}
