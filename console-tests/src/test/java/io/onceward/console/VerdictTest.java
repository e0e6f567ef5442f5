// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.Side;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.outage.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict as a table: the figures of the queues and the outages, and what an operator reads. */
class VerdictTest {

    private static final Outages NO_OUTAGES = new Outages(List.of(), List.of(), List.of(), List.of());

    /** One queue of the outbox, without an outage. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # due | overdue s | retrying | blocked | parked | paused | status          | level  | first fact
            0     | -         | 0        | 0       | 0      | false  | Idle            | good   | All is well in outbox and stored inbox: nothing is parked, nothing is behind. Not seen from here: the broker's own queues, such as dead-letter queues
            9     | 1         | 0        | 0       | 0      | false  | Moving          | good   | All is well in outbox and stored inbox: nothing is parked, nothing is behind. Not seen from here: the broker's own queues, such as dead-letter queues
            9     | 60        | 0        | 0       | 0      | false  | Moving          | good   | All is well in outbox and stored inbox: nothing is parked, nothing is behind. Not seen from here: the broker's own queues, such as dead-letter queues
            9     | 61        | 0        | 0       | 0      | false  | Behind          | stuck  | orders (outbox): nothing published for 1 min
            9     | 12000     | 2        | 3       | 0      | false  | Behind          | stuck  | orders (outbox): 3 blocked, 2 retrying, nothing published for 3 h 20 min. Cause: no room
            0     | -         | 2        | 0       | 0      | false  | Retrying        | warn   | orders (outbox): 2 retrying. Cause: no room
            0     | -         | 2        | 3       | 0      | false  | Blocked         | warn   | orders (outbox): 3 blocked, 2 retrying. Cause: no room
            0     | -         | 0        | 3       | 1      | false  | Parked          | stuck  | orders (outbox): 1 parked, 3 blocked. Cause: no room
            9     | 61        | 0        | 0       | 4711   | false  | Parked          | stuck  | orders (outbox): 4,711 parked, nothing published for 1 min. Cause: no room
            9     | 5         | 0        | 0       | 0      | true   | Paused          | good   | All is well in outbox and stored inbox: nothing is parked, nothing is behind; 1 queue is paused. Not seen from here: the broker's own queues, such as dead-letter queues
            9     | 61        | 0        | 0       | 0      | true   | Paused, behind  | warn   | orders (outbox): paused, and nothing published for 1 min
            0     | -         | 2        | 0       | 0      | true   | Paused          | good   | All is well in outbox and stored inbox: nothing is parked, nothing is behind; 1 queue is paused. Not seen from here: the broker's own queues, such as dead-letter queues
            0     | -         | 0        | 3       | 0      | true   | Blocked, paused | warn   | orders (outbox): 3 blocked, paused
            9     | 61        | 0        | 3       | 1      | true   | Parked, paused  | stuck  | orders (outbox): 1 parked, 3 blocked, paused, and nothing published for 1 min. Cause: no room
            """)
    void oneQueue(
            long due,
            Integer overdue,
            long retrying,
            long blocked,
            long parked,
            boolean paused,
            String status,
            String level,
            String fact) {
        Figures figures = figures("orders", due, overdue, retrying, blocked, parked, paused);
        Verdict verdict = verdict(NO_OUTAGES, figures);
        assertThat(QueueStatus.of(Side.OUTBOX, figures, NO_OUTAGES).text()).isEqualTo(status);
        assertThat(verdict.level().text()).isEqualTo(level);
        assertThat(texts(verdict)).containsExactly(fact);
    }

    /** A queue of the outbox that waits for a connection. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # away s | due | overdue s | parked | paused | status         | level | facts
            5        | 0   | -         | 0      | false  | Idle           | warn  | Connection 'jms/shop' is unavailable. Cause: refused
            5        | 9   | 5         | 0      | false  | Waiting        | warn  | Connection 'jms/shop' is unavailable. Cause: refused. Kept and retried: orders
            59       | 9   | 59        | 0      | false  | Waiting        | warn  | Connection 'jms/shop' is unavailable. Cause: refused. Kept and retried: orders
            150      | 9   | 150       | 0      | false  | Behind         | stuck | Connection 'jms/shop' has been unavailable for 2 min. Cause: refused. Kept and retried: orders
            150      | 0   | -         | 0      | false  | Idle           | stuck | Connection 'jms/shop' has been unavailable for 2 min. Cause: refused
            # the node was started anew in the middle of the outage
            5        | 9   | 600       | 0      | false  | Behind         | stuck | Connection 'jms/shop' has been unavailable for 5 s. Cause: refused. Kept and retried: orders
            5        | 9   | 5         | 1      | false  | Parked         | stuck | orders (outbox): 1 parked. Cause: no room; Connection 'jms/shop' is unavailable. Cause: refused
            150      | 9   | 150       | 1      | false  | Parked         | stuck | Connection 'jms/shop' has been unavailable for 2 min. Cause: refused. Kept and retried: orders; orders (outbox): 1 parked, nothing published for 2 min. Cause: no room
            5        | 9   | 5         | 0      | true   | Paused         | warn  | Connection 'jms/shop' is unavailable. Cause: refused
            150      | 9   | 150       | 0      | true   | Paused, behind | stuck | Connection 'jms/shop' has been unavailable for 2 min. Cause: refused; orders (outbox): paused, and nothing published for 2 min
            """)
    void oneQueueThatWaitsForAConnection(
            long away,
            long due,
            Integer overdue,
            long parked,
            boolean paused,
            String status,
            String level,
            String facts) {
        Figures figures = figures("orders", due, overdue, 0, 0, parked, paused);
        Outages outages = new Outages(List.of(), List.of(connection(away, "orders")), List.of(), List.of());
        Verdict verdict = verdict(outages, figures);
        assertThat(QueueStatus.of(Side.OUTBOX, figures, outages).text()).isEqualTo(status);
        assertThat(verdict.level().text()).isEqualTo(level);
        assertThat(String.join("; ", texts(verdict))).isEqualTo(facts);
    }

    @Test
    void worstFactIsFirst() {
        Outages outages = new Outages(
                List.of(),
                List.of(connection(90, "letters")),
                List.of(new Outage(Resource.receiver("returns"), "no route", Duration.ofSeconds(10), List.of())),
                List.of(new Outage(Resource.handler("stock"), "no shelf", Duration.ofSeconds(20), List.of("stock"))));
        Verdict verdict = Verdict.of(
                Stream.concat(
                                Stream.of(
                                                figures("a-retrying", 0, null, 1, 0, 0, false),
                                                figures("b-blocked", 0, null, 0, 1, 0, false),
                                                figures("c-paused", 1, 100, 0, 0, 0, true),
                                                figures("d-behind", 1, 100, 0, 0, 0, false),
                                                figures("e-parked", 0, null, 0, 0, 1, false),
                                                figures("letters", 1, 90, 0, 0, 0, false))
                                        .map(queue -> QueueStatus.of(Side.OUTBOX, queue, outages)),
                                Stream.of(QueueStatus.of(Side.INBOX, figures("stock", 1, 20, 1, 0, 0, false), outages)))
                        .toList(),
                outages,
                List.of());
        assertThat(texts(verdict))
                .containsExactly(
                        "Connection 'jms/shop' has been unavailable for 1 min. Cause: refused. Kept and retried: letters",
                        "e-parked (outbox): 1 parked. Cause: no room",
                        "d-behind (outbox): nothing published for 1 min",
                        "The receiver of channel 'returns' is unavailable. Cause: no route",
                        "Handler 'stock' is unavailable. Cause: no shelf. Kept and retried: stock",
                        "c-paused (outbox): paused, and nothing published for 1 min",
                        "b-blocked (outbox): 1 blocked",
                        "a-retrying (outbox): 1 retrying. Cause: no room");
    }

    @Test
    void onlyTheFirstOfManyWaitingQueuesAreNamed() {
        String[] names = {"a", "b", "c", "d", "e"};
        Outages outages = new Outages(List.of(), List.of(connection(5, names)), List.of(), List.of());
        Figures[] queues = Stream.of(names)
                .map(name -> figures(name, 1, 1, 0, 0, 0, false))
                .toArray(Figures[]::new);
        assertThat(texts(verdict(outages, queues)))
                .containsExactly(
                        "Connection 'jms/shop' is unavailable. Cause: refused. Kept and retried: a, b, c and 2 more");
    }

    @Test
    void figuresThatAreLowerBoundsSaySo() {
        Figures queue = new Figures(
                "jdbc/shop", "orders", 0, 0, 0, 0, 0, 10_000, true, null, "outer <- middle <- inner", false);
        assertThat(texts(verdict(NO_OUTAGES, queue))).containsExactly("orders (outbox): 10,000+ parked. Cause: inner");
    }

    @ParameterizedTest
    @CsvSource({
        "61, 1 min",
        "3599, 59 min",
        "3600, 1 h",
        "12000, 3 h 20 min",
        "86399, 23 h 59 min",
        "86400, 1 d",
        "93600, 1 d 2 h"
    })
    void ageIsInItsLargestUnits(int overdue, String age) {
        assertThat(texts(verdict(NO_OUTAGES, figures("orders", 9, overdue, 0, 0, 0, false))))
                .containsExactly("orders (outbox): nothing published for " + age);
    }

    @Test
    void overdueMessageOfTheInboxIsNotHandled() {
        Figures figures = figures("stock", 9, 61, 0, 0, 0, false);
        assertThat(texts(Verdict.of(List.of(QueueStatus.of(Side.INBOX, figures, NO_OUTAGES)), NO_OUTAGES, List.of())))
                .containsExactly("stock (inbox): nothing handled for 1 min");
    }

    @Test
    void pausedQueuesAreCounted() {
        Figures[] queues = Stream.of("orders", "letters", "returns")
                .map(name -> figures(name, 1, 1, 0, 0, 0, !name.equals("returns")))
                .toArray(Figures[]::new);
        assertThat(texts(verdict(NO_OUTAGES, queues)))
                .singleElement()
                .asString()
                .startsWith(
                        "All is well in outbox and stored inbox: nothing is parked, nothing is behind; 2 queues are paused.");
    }

    @Test
    void delayedEventThatIsDueMoves() {
        Figures queue = new Figures("jdbc/shop", "orders", 0, 1, 1, 0, 0, 0, false, Duration.ofSeconds(1), null, false);
        assertThat(QueueStatus.of(Side.OUTBOX, queue, NO_OUTAGES).text()).isEqualTo("Moving");
    }

    @Test
    void retryingEventWaitsForItsConnection() {
        Figures queue = figures("orders", 0, null, 1, 0, 0, false);
        Outages outages = new Outages(List.of(), List.of(connection(5, "orders")), List.of(), List.of());
        assertThat(QueueStatus.of(Side.OUTBOX, queue, outages).text()).isEqualTo("Waiting");
        assertThat(texts(verdict(outages, queue)))
                .containsExactly("Connection 'jms/shop' is unavailable. Cause: refused. Kept and retried: orders");
    }

    @Test
    void queuesOfBothSidesWaitForADatabase() {
        Outages outages = new Outages(
                List.of(new Outage(
                        Resource.database("datasource 'jdbc/shop'"),
                        "refused",
                        Duration.ofSeconds(5),
                        List.of("orders", "stock"))),
                List.of(),
                List.of(),
                List.of());
        List<QueueStatus> queues = List.of(
                QueueStatus.of(Side.OUTBOX, figures("orders", 9, 5, 0, 0, 0, false), outages),
                QueueStatus.of(Side.INBOX, figures("stock", 9, 5, 0, 0, 0, false), outages));
        assertThat(queues).extracting(QueueStatus::text).containsExactly("Waiting", "Waiting");
        assertThat(texts(Verdict.of(queues, outages, List.of())))
                .containsExactly(
                        "Datasource 'jdbc/shop' is unavailable. Cause: refused. Kept and retried: orders, stock");
    }

    /** A channel and a handler may have one name. */
    @Test
    void queueWaitsOnlyForResourcesOfItsSide() {
        Figures figures = figures("stock", 9, 5, 0, 0, 0, false);
        Outages broker = new Outages(List.of(), List.of(connection(5, "stock")), List.of(), List.of());
        Outages handler = new Outages(
                List.of(),
                List.of(),
                List.of(),
                List.of(new Outage(Resource.handler("stock"), "no shelf", Duration.ofSeconds(5), List.of("stock"))));
        assertThat(QueueStatus.of(Side.OUTBOX, figures, broker).text()).isEqualTo("Waiting");
        assertThat(QueueStatus.of(Side.INBOX, figures, broker).text()).isEqualTo("Moving");
        assertThat(QueueStatus.of(Side.OUTBOX, figures, handler).text()).isEqualTo("Moving");
        assertThat(QueueStatus.of(Side.INBOX, figures, handler).text()).isEqualTo("Waiting");
    }

    /** What is said of an outage: why, who waits, since when, and what to do. */
    @Test
    void outageIsExplained() {
        Outage outage = new Outage(
                Resource.connection("jms", "jms/shop"),
                "Nothing accepts connections at the address. Start the server, or correct host and port. (refused)",
                "JMSException: no session <- ConnectException: Connection refused: localhost/127.0.0.1:61616",
                Duration.ofSeconds(90),
                List.of("letters", "orders"));
        Outages outages = new Outages(List.of(), List.of(outage), List.of(), List.of());
        Fact fact = verdict(
                        outages, figures("orders", 9, 90, 0, 0, 0, false), figures("letters", 0, null, 0, 0, 0, false))
                .worst();
        assertThat(fact.headline()).isEqualTo("Connection 'jms/shop' has been unavailable for 1 min");
        assertThat(fact.cause().orElseThrow().translated())
                .isEqualTo("Nothing accepts connections at localhost/127.0.0.1:61616. Start the server, or correct host"
                        + " and port. (refused)");
        assertThat(fact.cause().orElseThrow().error()).startsWith("JMSException: no session <- ");
        assertThat(fact.affected()).singleElement().satisfies(queue -> {
            assertThat(queue.backlog().queue()).isEqualTo("orders");
            assertThat(queue.waiting()).isEqualTo(9);
        });
        assertThat(fact.age()).contains(Duration.ofSeconds(90));
        assertThat(fact.needsOperator()).isTrue();
        assertThat(fact.entry()).contains(RunbookEntry.BROKER_DOWN);
    }

    @Test
    void shortOutageNeedsNoOperator() {
        Outages outages = new Outages(List.of(), List.of(connection(5, "orders")), List.of(), List.of());
        Fact fact = verdict(outages, figures("orders", 9, 5, 0, 0, 0, false)).worst();
        assertThat(fact.needsOperator()).isFalse();
        assertThat(fact.entry()).contains(RunbookEntry.BROKER_DOWN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            java.sql.SQLException: no row | | | no row (SQLException)
            a.b.Outer$Inner: first: second | | | first: second (Outer$Inner)
            AMQ229032: User: shop | | | AMQ229032: User: shop
            Nothing accepts connections at the address. Start it. | x | kafka 10.0.0.1:9092 | Nothing accepts connections at 10.0.0.1:9092. Start it.
            Nothing accepts connections at the address. Start it. | tcp://broker:61616?x=y is away | jms/shop | Nothing accepts connections at tcp://broker:61616. Start it.
            Nothing accepts connections at the address. Start it. | amqp://user:12345@broker:5672 | x | Nothing accepts connections at broker:5672. Start it.
            Nothing accepts connections at the address. Start it. | at 12:00:09 | jms/shop | Nothing accepts connections at the address. Start it.
            """)
    void causeIsTranslated(String original, String error, String resource, String translated) {
        assertThat(new Cause(original, error == null ? original : error, resource == null ? "" : resource).translated())
                .isEqualTo(translated);
    }

    @ParameterizedTest
    @CsvSource({
        "OUTBOX, 1, 0, 0, false, EVENT_REFUSED_BY_THE_BROKER",
        "INBOX, 1, 0, 0, false, HANDLER_FAILURE",
        "OUTBOX, 0, 1, 0, false, BLOCKED_KEY",
        "OUTBOX, 0, 0, 1, false, EVENT_REFUSED_BY_THE_BROKER",
        "INBOX, 0, 0, 1, false, HANDLER_FAILURE",
        "OUTBOX, 0, 0, 0, false, GROWING_BACKLOG",
        "INBOX, 0, 0, 0, true, PAUSED_QUEUE"
    })
    void queueLeadsToItsEntryOfTheRunbook(
            Side side, long parked, long blocked, long retrying, boolean paused, RunbookEntry entry) {
        Integer overdue = parked + blocked + retrying == 0 ? 61 : null;
        Figures figures = figures("orders", 1, overdue, retrying, blocked, parked, paused);
        Verdict verdict = Verdict.of(List.of(QueueStatus.of(side, figures, NO_OUTAGES)), NO_OUTAGES, List.of());
        assertThat(verdict.worst().entry()).contains(entry);
    }

    @Test
    void nothingIsSaidOfQueuesThatDoNotExist() {
        assertThat(texts(verdict(NO_OUTAGES))).containsExactly("All is well: there is no queue yet, so nothing waits");
    }

    @Test
    void captureThatLosesEventsNeedsAnOperator() {
        assertThat(capture(true, null, new Shortcoming("There is no replication slot s. Run: CREATE.", true)))
                .isEqualTo(
                        "stuck: Capture of jdbc/shop: events are refused. There is no replication slot s. Run: CREATE.");
        assertThat(capture(true, null, new Shortcoming("Publication p publishes more than inserts.", false)))
                .isEqualTo("warn: Capture of jdbc/shop: Publication p publishes more than inserts.");
        assertThat(capture(false, "unreserved"))
                .isEqualTo(
                        "stuck: Capture of jdbc/shop: the database is about to remove log that the reader of slot s needs,"
                                + " 4,711 bytes behind. Start the connector, or raise max_slot_wal_keep_size.");
        assertThat(capture(false, "reserved"))
                .isEqualTo("warn: Capture of jdbc/shop: slot s has no reader for 2 min, 4,711 bytes behind");
        assertThat(capture(true, "reserved")).startsWith("good: All is well");
    }

    private static String capture(boolean isActive, String walStatus, Shortcoming... shortcomings) {
        Slot slot = new Slot("s", isActive, walStatus, 4711, Duration.ofMinutes(2));
        CaptureReading reading = new CaptureReading(List.of(shortcomings), Optional.of(slot));
        Verdict verdict =
                Verdict.of(List.of(), NO_OUTAGES, List.of(new CaptureStatus("jdbc/shop", List.of("orders"), reading)));
        return verdict.level().text() + ": " + verdict.facts().get(0).text();
    }

    private static Verdict verdict(Outages outages, Figures... queues) {
        return Verdict.of(
                Stream.of(queues)
                        .map(queue -> QueueStatus.of(Side.OUTBOX, queue, outages))
                        .toList(),
                outages,
                List.of());
    }

    private static List<String> texts(Verdict verdict) {
        return verdict.facts().stream().map(Fact::text).toList();
    }

    private static Outage connection(long seconds, String... queues) {
        return new Outage(
                Resource.connection("jms", "jms/shop"), "refused", Duration.ofSeconds(seconds), List.of(queues));
    }

    private static Figures figures(
            String queue, long due, Integer overdue, long retrying, long blocked, long parked, boolean paused) {
        return new Figures(
                "jdbc/shop",
                queue,
                due,
                due,
                0,
                retrying,
                blocked,
                parked,
                false,
                overdue == null ? null : Duration.ofSeconds(overdue),
                retrying + parked > 0 ? "wrapper <- no room" : null,
                paused);
    }
}
