// SPDX-License-Identifier: Apache-2.0
package io.onceward.health;

import io.onceward.api.Backlog;
import io.onceward.api.OncewardException;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.Side;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import jakarta.enterprise.inject.spi.CDI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * The readiness check: UP while the application accepts events. An outage of the broker leaves it UP, because the outbox exists
 * to survive one; an application may set an age of the backlog, or a number of parked events, above which the check is DOWN.
 * Where a tool captures events, the check is DOWN while events would be lost.
 */
@Readiness
public class OncewardReadiness implements HealthCheck {

    /** Called by CDI. */
    public OncewardReadiness() {}

    @Override
    public HealthCheckResponse call() {
        return of(CDI.current().select(HealthSource.class).get());
    }

    static HealthCheckResponse of(HealthSource source) {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("onceward-ready");
        if (source.notStarted().isPresent()) {
            return response.down().withData("reason", source.notStarted().get()).build();
        }
        response.withData("relay", source.relay())
                .withData("broker", state(source.outages().brokers()))
                .withData("database", state(source.outages().databases()))
                .withData("receiving", state(source.outages().receivers()))
                .withData("handlers", handlers(source.outages().handlers()));
        List<CaptureStatus> captures = source.captures();
        if (!captures.isEmpty()) {
            response.withData("capture", describe(captures));
        }
        source.lastPublished().ifPresent(time -> response.withData("lastPublished", time.toString()));
        try {
            List<Backlog> outbox = source.outbox();
            List<Backlog> inbox = source.inbox();
            describe(response, Side.OUTBOX, outbox);
            describe(response, Side.INBOX, inbox);
            boolean young = source.maxAge()
                    .map(most ->
                            oldest(outbox).compareTo(most) <= 0 && oldest(inbox).compareTo(most) <= 0)
                    .orElse(true);
            long parked = sum(outbox, Backlog::parked) + sum(inbox, Backlog::parked);
            boolean few = source.maxParked().map(most -> parked <= most).orElse(true);
            boolean captured = captures.stream().allMatch(capture -> isCaptured(capture, source));
            return response.status(young && few && captured).build();
        } catch (OncewardException e) {
            return response.down().withData("reason", e.getMessage()).build();
        }
    }

    private static String describe(List<CaptureStatus> captures) {
        return captures.stream()
                        .map(capture -> capture.datasource() + ": " + capture.text())
                        .collect(Collectors.joining("; "))
                + " (" + CaptureStatus.NOT_APPLICABLE + ")";
    }

    /** Returns whether recorded events are captured, and the reader of the slot is no further behind than it may be. */
    private static boolean isCaptured(CaptureStatus capture, HealthSource source) {
        if (capture.losesEvents()) {
            return false;
        }
        Optional<Slot> slot = Optional.ofNullable(capture.reading()).flatMap(CaptureReading::slot);
        boolean small = slot.flatMap(found -> source.maxCaptureBytes().map(most -> found.lagBytes() <= most))
                .orElse(true);
        boolean quick = slot.map(Slot::lag)
                .flatMap(lag -> source.maxCaptureLag().map(most -> lag.compareTo(most) <= 0))
                .orElse(true);
        return small && quick;
    }

    private static String state(List<Outage> failing) {
        return failing.isEmpty() ? "reachable" : "unreachable: " + String.join(", ", Outages.names(failing));
    }

    private static String handlers(List<Outage> failing) {
        return failing.isEmpty() ? "available" : "unavailable: " + String.join(", ", Outages.names(failing));
    }

    private static void describe(HealthCheckResponseBuilder response, Side side, List<Backlog> queues) {
        String name = side.text();
        response.withData(name + ".pending", sum(queues, Backlog::pending))
                .withData(name + ".due", sum(queues, Backlog::due))
                .withData(name + ".oldestDueSeconds", oldest(queues).toSeconds())
                .withData(name + ".parked", sum(queues, Backlog::parked));
    }

    private static long sum(List<Backlog> queues, ToLongFunction<Backlog> figure) {
        return queues.stream().mapToLong(figure).sum();
    }

    /** Returns the age of the oldest due event. Events of paused queues are not late. */
    private static Duration oldest(List<Backlog> queues) {
        return queues.stream()
                .filter(queue -> !queue.isPaused())
                .map(Backlog::oldestDue)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }
}
