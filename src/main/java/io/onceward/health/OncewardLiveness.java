// SPDX-License-Identifier: Apache-2.0
package io.onceward.health;

import jakarta.enterprise.inject.spi.CDI;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * The liveness check: the timer, the relays and the checks of captures still run. A restart cures a stopped timer, a relay or a
 * check without a thread and a connection to the database that does not answer. It does not cure an outage that the relay notices,
 * or a handler or broker that does not answer.
 */
@Liveness
public class OncewardLiveness implements HealthCheck {

    /** No timer of a busy server is so late, and no statement of a relay or of a check takes so long. */
    static final Duration LATEST = Duration.ofMinutes(2);

    /** Called by CDI. */
    public OncewardLiveness() {}

    @Override
    public HealthCheckResponse call() {
        return of(CDI.current().select(HealthSource.class).get());
    }

    static HealthCheckResponse of(HealthSource source) {
        Duration overdue = source.overdue();
        Duration inStep = source.relayInStep();
        return HealthCheckResponse.named("onceward-live")
                .status(overdue.compareTo(LATEST) <= 0 && inStep.compareTo(LATEST) <= 0)
                .withData("timerOverdueSeconds", overdue.toSeconds())
                .withData("relayStepSeconds", inStep.toSeconds())
                .build();
    }
}
