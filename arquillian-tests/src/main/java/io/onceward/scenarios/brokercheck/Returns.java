// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokercheck;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Receives. */
@ApplicationScoped
public class Returns {

    private final AtomicInteger handled = new AtomicInteger();

    @Incoming("returned")
    public void handle(String order) {
        handled.incrementAndGet();
    }

    /** Returns how many orders came. */
    public int handled() {
        return handled.get();
    }
}
