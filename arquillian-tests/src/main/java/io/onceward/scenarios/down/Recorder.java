// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.down;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

@Stateless
public class Recorder {

    @Inject
    private Outbox outbox;

    public void record() {
        outbox.record("patient", "an event");
    }
}
