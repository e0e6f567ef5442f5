// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.time.Duration;
import java.util.concurrent.Callable;

/** The latency of a healthy channel or handler at 100 events a second, beside the trouble of another one. */
class IsolationMeasurement extends IsolationContract {

    private final LatencyComparison latency = new LatencyComparison();

    IsolationMeasurement() {
        super(10_000, Duration.ofMillis(400));
    }

    @Override
    void received(String id) {
        latency.received(id);
    }

    @Override
    void beside(String trouble, Callable<String> send, Trouble sick) throws Exception {
        latency.compare(trouble, send, sick);
    }
}
