// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.EventPublisher.Results;
import io.onceward.spi.OutboxEvent;

/** Results of a call that confirms what it publishes, or reports an outage. */
final class HeardOutage implements Results {

    private Exception outage;

    /** @throws Exception the outage that was reported */
    void requireNone() throws Exception {
        if (outage != null) {
            throw outage;
        }
    }

    @Override
    public boolean wants(OutboxEvent event) {
        return true;
    }

    @Override
    public void confirmed(OutboxEvent event) {
        // as expected
    }

    @Override
    public void refused(OutboxEvent event, Exception reason, boolean forever) {
        throw new AssertionError(reason);
    }

    @Override
    public void unavailable(Exception reason) {
        outage = reason;
    }
}
