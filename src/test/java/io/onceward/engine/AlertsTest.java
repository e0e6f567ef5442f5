// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Alert;
import io.onceward.api.Alert.Kind;
import io.onceward.api.Backlog;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.Figures;
import io.onceward.fixture.SettableTime;
import io.onceward.queue.Side;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which alerts the listeners get, and when, in virtual time. */
class AlertsTest {

    private static final Duration INTERVAL = Duration.ofMinutes(15);
    private static final Duration STALLED_AFTER = Duration.ofMinutes(5);
    private static final Outage BILLING = outage(Resource.handler("billing"), "billing");
    private static final Outage BROKER = outage(Resource.connection("jms", "jms/shop"), "orders");

    private final SettableTime time = new SettableTime();
    private final List<Alert> told = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private boolean refuses;
    private boolean failsToLook;
    private Instant published;
    private int views;
    private Alerts alerts = alerts(List.of(told::add));

    private Alerts alerts(List<Consumer<Alert>> listeners) {
        Map<String, String> values = Map.of("onceward.alerts.max-due", "100", "onceward.alerts.max-age", "PT1M");
        OncewardConfig config = new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
        return new Alerts(listeners, config, this::node, this::execute, time);
    }

    private String node() {
        if (failsToLook) {
            throw new IllegalStateException("planted");
        }
        return "node-1";
    }

    private void execute(Runnable task) {
        if (refuses) {
            throw new RejectedExecutionException();
        }
        tasks.add(task);
    }

    private static Outage outage(Resource resource, String... queues) {
        return new Outage(resource, "connection refused", Duration.ofSeconds(2), List.of(queues));
    }

    private static Backlog queue(long due, Duration oldest) {
        return new Figures("orders", due, due, oldest, 0, false);
    }

    /** Looks as the timer does, and runs what the executor got. */
    private void look(Outage... ofInbox) {
        look(List.of(), List.of(ofInbox), Duration.ZERO);
    }

    private void look(List<Outage> ofOutbox, List<Outage> ofInbox, Duration inStep) {
        tick(ofOutbox, ofInbox, inStep);
        List<Runnable> given = List.copyOf(tasks);
        tasks.clear();
        given.forEach(Runnable::run);
    }

    private void tick(List<Outage> ofOutbox, List<Outage> ofInbox, Duration inStep) {
        alerts.tick(() -> {
            views++;
            return List.of(
                    new Alerts.View(Side.OUTBOX, ofOutbox, inStep, queue -> Optional.ofNullable(published)),
                    new Alerts.View(Side.INBOX, ofInbox, Duration.ZERO, queue -> Optional.empty()));
        });
    }

    private void count(Backlog... outbox) {
        alerts.counted(List.of(outbox), List.of());
        look();
    }

    private List<Alert> told(Kind kind) {
        return told.stream().filter(alert -> alert.kind() == kind).toList();
    }

    // ---- how often

    @Test
    void parkedEventIsToldOnceWithItsQueueAndReason() {
        alerts.parked(Side.OUTBOX, "orders", "no such address");
        assertThat(told).as("told by the thread that parks").isEmpty();
        look();
        look();
        assertThat(told)
                .containsExactly(new Alert(
                        Kind.PARKED,
                        false,
                        "outbox",
                        "orders",
                        1,
                        "1 parked in channel 'orders'. Last cause: no such address",
                        time.now(),
                        "node-1"));
    }

    @Test
    void eventsThatAreParkedWithinTheIntervalAreToldTogetherAtItsEnd() {
        alerts.parked(Side.INBOX, "billing", "first");
        look();
        time.pass(Duration.ofMinutes(1));
        alerts.parked(Side.INBOX, "billing", "second");
        alerts.parked(Side.INBOX, "billing", "third");
        alerts.parked(Side.INBOX, "shipping", "another handler");
        look();
        assertThat(told).extracting(Alert::subject).containsExactly("billing", "shipping");
        time.pass(INTERVAL.minusMinutes(2));
        look();
        assertThat(told).hasSize(2);
        time.pass(Duration.ofMinutes(1));
        look();
        assertThat(told).hasSize(3);
        assertThat(told.get(2).count()).isEqualTo(2);
        assertThat(told.get(2).text()).isEqualTo("2 parked in handler 'billing'. Last cause: third");
        assertThat(told.get(2).since()).isEqualTo("2026-01-01T00:01:00Z");
        time.pass(INTERVAL.multipliedBy(3));
        look();
        assertThat(told).as("nothing was parked since").hasSize(3);
    }

    @Test
    void conditionIsToldWhenItBeginsRepeatedAfterTheIntervalAndToldAsOver() {
        look(BILLING);
        look(BILLING);
        assertThat(told).hasSize(1);
        assertThat(told.get(0).since()).isEqualTo(time.now().minusSeconds(2));
        time.pass(INTERVAL);
        look(BILLING);
        assertThat(told).hasSize(2);
        time.pass(Duration.ofMinutes(1));
        look();
        look();
        assertThat(told).extracting(Alert::isOver).containsExactly(false, false, true);
        assertThat(told.get(2).text()).isEqualTo("Over: " + told.get(0).text());
        assertThat(told.get(2).since()).isEqualTo(told.get(0).since());
    }

    @Test
    void conditionThatComesAndGoesWithinTheIntervalIsToldOnce() {
        for (int i = 0; i < 10; i++) {
            look(BILLING);
            time.pass(Duration.ofSeconds(10));
            look();
            time.pass(Duration.ofSeconds(10));
        }
        assertThat(told).extracting(Alert::isOver).containsExactly(false, true);
        time.pass(INTERVAL);
        look(BILLING);
        assertThat(told).hasSize(3);
    }

    @Test
    void conditionsOfBothSidesAreIndependent() {
        look(List.of(outage(Resource.connection("jms", "billing"))), List.of(BILLING), Duration.ZERO);
        look(BILLING);
        assertThat(told).extracting(Alert::side).containsExactlyInAnyOrder("outbox", "inbox", "outbox");
        assertThat(told.get(2).isOver()).isTrue();
        assertThat(told.get(2).side()).isEqualTo("outbox");
    }

    @Test
    void parkedEventIsToldLaterIfALookFails() {
        alerts.parked(Side.OUTBOX, "orders", "no such address");
        failsToLook = true;
        assertThatThrownBy(() -> look(BILLING)).hasMessage("planted");
        failsToLook = false;
        alerts.parked(Side.OUTBOX, "orders", "no such address");
        look();
        assertThat(told).extracting(Alert::count).containsExactly(2L);
    }

    // ---- listeners

    @Test
    void listenerThatThrowsKeepsNothingFromTheOthers() {
        alerts = alerts(List.of(
                alert -> {
                    throw new IllegalStateException("no mail server");
                },
                alert -> {
                    throw new NoClassDefFoundError("mail");
                },
                told::add));
        look(BILLING);
        look();
        assertThat(told).hasSize(2);
    }

    @Test
    void whileAListenerIsBusyParkedEventsAddUpAndEndedConditionsAreForgotten() {
        alerts.parked(Side.OUTBOX, "orders", "one");
        tick(List.of(), List.of(), Duration.ZERO);
        for (int i = 0; i < 1000; i++) {
            alerts.parked(Side.OUTBOX, "invoices", "reason " + i);
            tick(List.of(), List.of(BILLING), Duration.ZERO);
            time.pass(Duration.ofSeconds(1));
        }
        assertThat(tasks).as("one at a time").hasSize(1);
        tasks.remove(0).run();
        look();
        assertThat(told.stream().mapToLong(Alert::count).sum())
                .as("none is lost")
                .isEqualTo(1001);
        assertThat(told).hasSize(2).extracting(Alert::kind).containsOnly(Kind.PARKED);
    }

    @Test
    void executorThatRefusesIsAskedAgain() {
        alerts.parked(Side.OUTBOX, "orders", "reason");
        refuses = true;
        look();
        assertThat(told).isEmpty();
        refuses = false;
        look();
        assertThat(told).hasSize(1);
    }

    @Test
    void nothingIsKeptWithoutAListener() {
        alerts = alerts(List.of());
        alerts.parked(Side.OUTBOX, "orders", "reason");
        assertThat(alerts.hasListeners()).isFalse();
        look();
        assertThat(told).isEmpty();
    }

    // ---- conditions

    @Test
    void backlogIsToldAboveALimitAndWhenItIsBelow() {
        count(queue(100, Duration.ofMinutes(1)));
        assertThat(told).isEmpty();
        count(queue(101, Duration.ofSeconds(1)));
        count(queue(5, Duration.ofSeconds(61)));
        assertThat(told).hasSize(1);
        assertThat(told.get(0).kind()).isEqualTo(Kind.BACKLOG);
        assertThat(told.get(0).count()).isEqualTo(101);
        assertThat(told.get(0).text()).isEqualTo("Backlog of channel 'orders': 101 due, the oldest for 1.0 s");
        count(queue(5, Duration.ofSeconds(1)));
        assertThat(told).hasSize(2);
        assertThat(told.get(1).isOver()).isTrue();
        count();
        assertThat(told).hasSize(2);
    }

    @Test
    void backlogOfAPausedQueueIsNotTold() {
        count(new Figures("orders", 500, 500, Duration.ofHours(1), 0, true));
        time.pass(STALLED_AFTER);
        count(new Figures("orders", 500, 500, Duration.ofHours(1).plus(STALLED_AFTER), 0, true));
        assertThat(told).isEmpty();
    }

    @Test
    void queueWithoutProgressIsToldAfterTheConfiguredTime() {
        Duration age = Duration.ofSeconds(1);
        count(queue(3, age));
        time.pass(STALLED_AFTER.minusSeconds(1));
        count(queue(7, age.plus(STALLED_AFTER).minusSeconds(1)));
        assertThat(told(Kind.QUEUE_STALLED))
                .as("further events are no progress")
                .isEmpty();
        time.pass(Duration.ofSeconds(1));
        count(queue(7, age.plus(STALLED_AFTER)));
        assertThat(told(Kind.QUEUE_STALLED)).hasSize(1);
        assertThat(told(Kind.QUEUE_STALLED).get(0).since()).isEqualTo(time.now().minus(STALLED_AFTER));
        look();
        time.pass(Duration.ofSeconds(1));
        count(queue(6, age.plus(STALLED_AFTER)));
        assertThat(told(Kind.QUEUE_STALLED)).extracting(Alert::isOver).containsExactly(false, true);
    }

    @Test
    void queueThatIsBehindAndMakesProgressIsNotStalled() {
        Duration age = Duration.ofSeconds(1);
        for (int minute = 0; minute < 60; minute++) {
            count(queue(
                    10_000 + minute, age)); // more events come than leave, and the oldest one is another one each time
            time.pass(Duration.ofMinutes(1));
            age = age.plusSeconds(30);
        }
        assertThat(told(Kind.QUEUE_STALLED)).isEmpty();
    }

    @Test
    void rowThatSaysItIsOlderThanNanosecondsCanCountIsBehindAndStalled() {
        Duration age = Duration.ofDays(2025 * 365L);
        alerts.parked(Side.INBOX, "billing", "no account");
        for (int minute = 0; minute <= STALLED_AFTER.toMinutes(); minute++) {
            count(queue(1, age.plusMinutes(minute)));
            time.pass(Duration.ofMinutes(1));
        }
        assertThat(told).extracting(Alert::kind).containsExactly(Kind.PARKED, Kind.BACKLOG, Kind.QUEUE_STALLED);
    }

    @Test
    void figuresThatAreSomeSecondsOldAreNoProgress() {
        Duration age = Duration.ofSeconds(1);
        for (int second = 0; second <= STALLED_AFTER.toSeconds(); second++) {
            count(queue(3, age.plusSeconds(second - second % 4)));
            time.pass(Duration.ofSeconds(1));
        }
        assertThat(told(Kind.QUEUE_STALLED)).hasSize(1);
    }

    @Test
    void queueThatWaitsForAnOutageIsNotStalledBesides() {
        for (int minute = 0; minute < 20; minute++) {
            alerts.counted(List.of(queue(3, Duration.ofMinutes(minute))), List.of());
            look(List.of(BROKER), List.of(), Duration.ZERO);
            time.pass(Duration.ofMinutes(1));
        }
        assertThat(told(Kind.QUEUE_STALLED)).isEmpty();
        assertThat(told(Kind.BREAKER_OPEN)).hasSize(2);
        Alert alert = told(Kind.BREAKER_OPEN).get(0);
        assertThat(alert.subject()).isEqualTo("jms/shop");
        assertThat(alert.text())
                .isEqualTo("Connection 'jms/shop' is unavailable. Waiting: orders. Cause: connection refused");
    }

    /** Counts each minute, and looks. */
    private void pass(int minutes, Duration oldest, Outage... ofOutbox) {
        for (int minute = 0; minute < minutes; minute++) {
            time.pass(Duration.ofMinutes(1));
            alerts.counted(List.of(queue(3, oldest == null ? null : oldest.plusMinutes(minute + 1))), List.of());
            look(List.of(ofOutbox), List.of(), Duration.ZERO);
        }
    }

    @Test
    void stalledQueueStaysToldWhileItWaitsForAnOutageAndUntilItMoves() {
        pass(6, Duration.ZERO);
        assertThat(told(Kind.QUEUE_STALLED)).hasSize(1);
        pass(60, Duration.ofMinutes(6), BROKER);
        assertThat(told(Kind.QUEUE_STALLED)).as("neither over nor repeated").hasSize(1);
        pass(3, Duration.ofMinutes(66));
        assertThat(told(Kind.QUEUE_STALLED)).as("nothing has moved yet").hasSize(1);
        pass(1, Duration.ofSeconds(1));
        assertThat(told(Kind.QUEUE_STALLED)).extracting(Alert::isOver).containsExactly(false, true);
    }

    @Test
    void stalledQueueStaysToldWhileTheOutageHasItsEventsDelayed() {
        pass(6, Duration.ZERO);
        pass(2, null, BROKER);
        pass(1, Duration.ofMinutes(8));
        assertThat(told(Kind.QUEUE_STALLED)).extracting(Alert::isOver).containsExactly(false);
        pass(1, null);
        assertThat(told(Kind.QUEUE_STALLED)).extracting(Alert::isOver).containsExactly(false, true);
    }

    @Test
    void queueThatDoesNotMoveAfterAnOutageIsToldAfterTheConfiguredTime() {
        pass(20, Duration.ZERO, BROKER);
        pass(4, Duration.ofMinutes(20));
        assertThat(told(Kind.QUEUE_STALLED)).isEmpty();
        pass(1, Duration.ofMinutes(24));
        assertThat(told(Kind.QUEUE_STALLED)).hasSize(1);
        assertThat(told(Kind.QUEUE_STALLED).get(0).text())
                .isEqualTo("No progress seen of channel 'orders': 3 due, the oldest for 1500.0 s");
    }

    /** The figures end at 10,000, or more events come than leave, and one lane holds the oldest event. */
    @Test
    void queueOfWhichThisNodePublishesIsNotStalledEvenIfItsFiguresDoNotShowIt() {
        for (int minute = 1; minute <= 20; minute++) {
            published = time.now();
            pass(1, Duration.ofMinutes(minute - 1));
        }
        assertThat(told(Kind.QUEUE_STALLED)).isEmpty();
        pass(5, Duration.ofMinutes(20));
        assertThat(told(Kind.QUEUE_STALLED)).hasSize(1);
        published = time.now();
        look();
        assertThat(told(Kind.QUEUE_STALLED)).extracting(Alert::isOver).containsExactly(false, true);
    }

    // ---- many queues

    @Test
    void outageOfThousandsOfQueuesIsToldInOneShortLine() {
        String[] queues = IntStream.range(0, 5000).mapToObj(i -> "q" + i).toArray(String[]::new);
        look(outage(Resource.connection("jms", "jms/shop"), queues));
        assertThat(told).singleElement().satisfies(alert -> assertThat(alert.text())
                .isEqualTo("Connection 'jms/shop' is unavailable. Waiting: q0, q1, q2 and 4997 more."
                        + " Cause: connection refused"));
        look(BILLING, outage(Resource.connection("jms", "jms/other")));
        assertThat(told.get(told.size() - 2).text())
                .as("no queue waits")
                .isEqualTo("Connection 'jms/other' is unavailable. Cause: connection refused");
    }

    @Test
    void thousandsOfQueuesThatWaitAreNotStalled() {
        String[] queues = IntStream.range(0, 5000).mapToObj(i -> "q" + i).toArray(String[]::new);
        Outage outage = outage(Resource.connection("jms", "jms/shop"), queues);
        for (int minute = 0; minute < 10; minute++) {
            Duration oldest = Duration.ofMinutes(minute).plusSeconds(1);
            alerts.counted(
                    IntStream.range(0, 5001)
                            .<Backlog>mapToObj(i -> new Figures("q" + i, 3, 3, oldest, 0, false))
                            .toList(),
                    List.of());
            look(List.of(outage), List.of(), Duration.ZERO);
            time.pass(Duration.ofMinutes(1));
        }
        assertThat(told(Kind.QUEUE_STALLED)).extracting(Alert::subject).containsExactly("q5000");
    }

    @Test
    void nothingIsCollectedWhileALookIsUnderWay() {
        for (int i = 0; i < 10; i++) {
            tick(List.of(), List.of(BILLING), Duration.ZERO);
        }
        assertThat(views).isZero();
        tasks.remove(0).run();
        assertThat(views).isOne();
        assertThat(told).hasSize(1);
    }

    @Test
    void destinationIsToldWithoutItsPassword() {
        look(outage(Resource.destination("webhook:https://me:secret@shop.example/in")));
        assertThat(told.get(0).subject() + told.get(0).text())
                .contains("shop.example")
                .doesNotContain("secret");
    }

    @Test
    void relayThatWaitsForTheDatabaseIsTold() {
        look(List.of(), List.of(), STALLED_AFTER.minusMillis(1));
        assertThat(told).isEmpty();
        look(List.of(), List.of(), STALLED_AFTER);
        look(List.of(), List.of(), STALLED_AFTER.plusSeconds(1));
        look();
        assertThat(told).extracting(Alert::kind).containsOnly(Kind.RELAY_SILENT);
        assertThat(told).extracting(Alert::isOver).containsExactly(false, true);
        assertThat(told).extracting(Alert::side).containsOnly("outbox");
    }
}
