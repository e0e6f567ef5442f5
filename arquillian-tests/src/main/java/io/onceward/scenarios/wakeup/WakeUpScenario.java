// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Outbox;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.SameInFamily;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A commit wakes the relay: an event does not wait for the polling interval. */
@ExtendWith(ArquillianExtension.class)
@SameInFamily
public class WakeUpScenario {

    static final String CHANNEL = "wake_up";
    private static final int WARM_UP = 400;
    private static final int EVENTS = 200;

    static final BlockingQueue<Arrival> ARRIVALS = new LinkedBlockingQueue<>();

    @Inject
    Outbox outbox;

    @Resource(lookup = "java:comp/UserTransaction")
    UserTransaction transaction;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application("wake_up", Receiver.class),
                "onceward.schema=create",
                // An event that misses its wake-up does not arrive in time.
                "onceward.relay.polling-interval=PT1H");
    }

    /** Prints the latency from the call of commit to the call of a message-driven bean. */
    @Test
    void everyEventIsPublishedByTheWakeUpOfItsCommit() throws Exception {
        measure(WARM_UP);
        long[] nanos = measure(EVENTS);

        Arrays.sort(nanos);
        double median = nanos[nanos.length / 2] / 1e6;
        double p99 = nanos[nanos.length * 99 / 100] / 1e6;
        System.out.printf("wake-up latency: median %.1f ms, p99 %.1f ms%n", median, p99);
    }

    private long[] measure(int events) throws Exception {
        long[] nanos = new long[events];
        for (int i = 0; i < events; i++) {
            transaction.begin();
            String id = outbox.record(CHANNEL, "event " + i);
            long start = System.nanoTime();
            transaction.commit();
            Arrival arrival = ARRIVALS.poll(30, TimeUnit.SECONDS);
            assertThat(arrival).as("arrival of event " + i).isNotNull();
            assertThat(arrival.id()).isEqualTo(id);
            nanos[i] = arrival.nanoTime() - start;
        }
        return nanos;
    }

    /** The arrival of an event. */
    public record Arrival(String id, long nanoTime) {}
}
