// SPDX-License-Identifier: Apache-2.0
package io.onceward.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Backlog;
import io.onceward.fixture.Await;
import io.onceward.fixture.Figures;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.outage.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.spi.HealthCheckResponseProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HealthTest {

    private final Fake health = new Fake();

    @BeforeAll
    static void provide() {
        HealthCheckResponse.setResponseProvider(new Provider());
    }

    @Test
    void readyWithAllItsData() {
        HealthCheckResponse response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsEntry("relay", "running")
                .containsEntry("broker", "reachable")
                .containsEntry("database", "reachable")
                .containsEntry("receiving", "reachable")
                .containsEntry("handlers", "available")
                .containsEntry("lastPublished", "2026-01-01T00:00:00Z")
                .containsEntry("outbox.pending", 5L)
                .containsEntry("outbox.due", 4L)
                .containsEntry("outbox.oldestDueSeconds", 300L)
                .containsEntry("outbox.parked", 2L)
                .containsEntry("inbox.pending", 0L);
    }

    @Test
    void outageOfTheBrokerIsReportedAndLeavesItReady() {
        health.outages = new Outages(List.of(), failing("jms/cf"), List.of(), List.of());
        HealthCheckResponse response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow()).containsEntry("broker", "unreachable: jms/cf");
    }

    @Test
    void handlerThatIsUnavailableIsReportedAndLeavesItReady() {
        health.outages = new Outages(List.of(), List.of(), List.of(), failing("billing", "warehouse"));
        HealthCheckResponse response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow()).containsEntry("handlers", "unavailable: billing, warehouse");
    }

    @Test
    void longOutageOfTheBrokerLeavesItReadyAndTheAgeIsShown() {
        health.outbox = List.of(queue(Duration.ofDays(3), 0, false));
        health.inbox = List.of(queue(Duration.ofHours(1), 0, false));
        HealthCheckResponse response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsEntry("outbox.oldestDueSeconds", 259_200L)
                .containsEntry("inbox.oldestDueSeconds", 3600L);
    }

    @Test
    void tooOldAnEventMakesItUnreadyIfAnAgeIsSet() {
        health.maxAge = Optional.of(Duration.ofMinutes(5));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
        health.outbox = List.of(queue(Duration.ofSeconds(301), 0, false));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.DOWN);
        health.inbox = health.outbox;
        health.outbox = List.of();
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.DOWN);
    }

    @Test
    void captureIsReportedAndEventsThatWouldBeLostMakeItUnready() {
        capture(new Slot("s", true, "reserved", 4711, Duration.ofSeconds(3)));
        HealthCheckResponse response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsEntry(
                        "capture",
                        "jdbc/shop: slot s active, lag 4711 bytes, 3 s, wal_status reserved (no relay: max-pending, retention,"
                                + " retries, parking and pauses do not apply)");
        capture(null, new Shortcoming("Publication p publishes more than inserts.", false));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
        capture(null, new Shortcoming("There is no replication slot s.", true));
        response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.DOWN);
        assertThat(response.getData().orElseThrow()).hasEntrySatisfying("capture", text -> assertThat(text)
                .asString()
                .startsWith("jdbc/shop: There is no replication slot s."));
    }

    @Test
    void readerOfTheSlotThatIsTooFarBehindMakesItUnreadyIfALimitIsSet() {
        capture(new Slot("s", false, null, 4711, Duration.ofMinutes(5)));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
        health.maxCaptureBytes = Optional.of(4710L);
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.DOWN);
        health.maxCaptureBytes = Optional.of(4711L);
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
        health.maxCaptureLag = Optional.of(Duration.ofSeconds(299));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.DOWN);
        health.captures = List.of(new CaptureStatus("jdbc/shop", List.of(), null));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
    }

    private void capture(Slot slot, Shortcoming... shortcomings) {
        health.captures = List.of(new CaptureStatus(
                "jdbc/shop", List.of("orders"), new CaptureReading(List.of(shortcomings), Optional.ofNullable(slot))));
    }

    @Test
    void pausedChannelIsNotLate() {
        health.maxAge = Optional.of(Duration.ofMinutes(5));
        health.outbox = List.of(queue(Duration.ofHours(3), 0, true));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void parkedEventsAffectReadinessOnlyIfALimitIsSet() {
        health.outbox = List.of(queue(null, 3, false));
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.UP);
        health.maxParked = Optional.of(2);
        assertThat(OncewardReadiness.of(health).getStatus()).isEqualTo(Status.DOWN);
    }

    @Test
    void unreadyWithTheReasonUntilItHasStarted() {
        health.notStarted = Optional.of("OWD-0001: no database");
        HealthCheckResponse response = OncewardReadiness.of(health);
        assertThat(response.getStatus()).isEqualTo(Status.DOWN);
        assertThat(response.getData().orElseThrow()).containsEntry("reason", "OWD-0001: no database");
    }

    @Test
    void onlyASilentTimerAndARelayThatHangsFailLiveness() {
        health.notStarted = Optional.of("OWD-0001: no database");
        health.outages =
                new Outages(failing("datasource x"), failing("jms/cf"), failing("orders"), failing("warehouse"));
        assertThat(OncewardLiveness.of(health).getStatus()).isEqualTo(Status.UP);
        health.overdue = Duration.ofSeconds(121);
        assertThat(OncewardLiveness.of(health).getStatus()).isEqualTo(Status.DOWN);
        health.overdue = Duration.ofSeconds(119);
        health.relayInStep = Duration.ofSeconds(119);
        assertThat(OncewardLiveness.of(health).getStatus()).isEqualTo(Status.UP);
        health.relayInStep = Duration.ofSeconds(121);
        HealthCheckResponse down = OncewardLiveness.of(health);
        assertThat(down.getStatus()).isEqualTo(Status.DOWN);
        assertThat(down.getData().orElseThrow())
                .containsEntry("timerOverdueSeconds", 119L)
                .containsEntry("relayStepSeconds", 121L);
    }

    @Test
    void heartbeatIsSilentBetweenBeatsAndDuringALongOne() throws Exception {
        Heartbeat heartbeat = new Heartbeat();
        assertThat(heartbeat.silence()).isZero();
        CountDownLatch hangs = new CountDownLatch(1);
        Thread timer = new Thread(() -> heartbeat.beat(() -> awaitUninterruptibly(hangs)));
        timer.start();
        Await.until("a beat that takes long", () -> heartbeat.silence().toMillis() > 200);
        hangs.countDown();
        timer.join();
        Duration after = heartbeat.silence();
        Thread.sleep(20);
        assertThat(heartbeat.silence()).isGreaterThanOrEqualTo(after.plusMillis(20));
        long next = System.nanoTime();
        heartbeat.beat(() -> {});
        assertThat(heartbeat.silence()).isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - next));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Outage> failing(String... names) {
        return Stream.of(names)
                .map(name -> new Outage(Resource.connection("jms", name), "refused", Duration.ofMinutes(1), List.of()))
                .toList();
    }

    private static Backlog queue(Duration oldest, long parked, boolean paused) {
        return new Figures("orders", 5, 4, oldest, parked, paused);
    }

    /** A health source whose oldest event has been due for five minutes. */
    private static final class Fake implements HealthSource {

        private Optional<String> notStarted = Optional.empty();
        private List<Backlog> outbox = List.of(queue(Duration.ofMinutes(5), 2, false));
        private List<Backlog> inbox = List.of();
        private Outages outages = new Outages(List.of(), List.of(), List.of(), List.of());
        private Optional<Integer> maxParked = Optional.empty();
        private Optional<Duration> maxAge = Optional.empty();
        private List<CaptureStatus> captures = List.of();
        private Optional<Long> maxCaptureBytes = Optional.empty();
        private Optional<Duration> maxCaptureLag = Optional.empty();
        private Duration overdue = Duration.ZERO;
        private Duration relayInStep = Duration.ZERO;

        @Override
        public Optional<String> notStarted() {
            return notStarted;
        }

        @Override
        public List<Backlog> outbox() {
            return outbox;
        }

        @Override
        public List<Backlog> inbox() {
            return inbox;
        }

        @Override
        public Outages outages() {
            return outages;
        }

        @Override
        public List<CaptureStatus> captures() {
            return captures;
        }

        @Override
        public Optional<Long> maxCaptureBytes() {
            return maxCaptureBytes;
        }

        @Override
        public Optional<Duration> maxCaptureLag() {
            return maxCaptureLag;
        }

        @Override
        public String relay() {
            return "running";
        }

        @Override
        public Optional<Instant> lastPublished() {
            return Optional.of(Instant.parse("2026-01-01T00:00:00Z"));
        }

        @Override
        public Duration overdue() {
            return overdue;
        }

        @Override
        public Duration relayInStep() {
            return relayInStep;
        }

        @Override
        public Optional<Duration> maxAge() {
            return maxAge;
        }

        @Override
        public Optional<Integer> maxParked() {
            return maxParked;
        }
    }

    /** Replaces the provider of a server. */
    private static final class Provider implements HealthCheckResponseProvider {

        @Override
        public HealthCheckResponseBuilder createResponseBuilder() {
            return new Builder();
        }
    }

    private static final class Builder extends HealthCheckResponseBuilder {

        private final Map<String, Object> data = new HashMap<>();
        private String name;
        private Status status = Status.DOWN;

        @Override
        public HealthCheckResponseBuilder name(String value) {
            name = value;
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, String value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, long value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder withData(String key, boolean value) {
            data.put(key, value);
            return this;
        }

        @Override
        public HealthCheckResponseBuilder up() {
            return status(true);
        }

        @Override
        public HealthCheckResponseBuilder down() {
            return status(false);
        }

        @Override
        public HealthCheckResponseBuilder status(boolean up) {
            status = up ? Status.UP : Status.DOWN;
            return this;
        }

        @Override
        public HealthCheckResponse build() {
            return new HealthCheckResponse(name, status, Optional.of(data));
        }
    }
}
