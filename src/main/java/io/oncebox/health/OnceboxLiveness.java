// SPDX-License-Identifier: Apache-2.0
package io.oncebox.health;

import jakarta.enterprise.inject.spi.CDI;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * The liveness check: the timer still runs. A restart cures a stopped timer, but not an unavailable broker or database.
 */
@Liveness
public class OnceboxLiveness implements HealthCheck {

    /** No timer of a busy server is so late. */
    static final Duration LATEST = Duration.ofMinutes(2);

    /** Called by CDI. */
    public OnceboxLiveness() {}

    @Override
    public HealthCheckResponse call() {
        return of(CDI.current().select(HealthSource.class).get());
    }

    static HealthCheckResponse of(HealthSource source) {
        Duration overdue = source.overdue();
        return HealthCheckResponse.named("oncebox-live")
                .status(overdue.compareTo(LATEST) <= 0)
                .withData("timerOverdueSeconds", overdue.toSeconds())
                .build();
    }
}
