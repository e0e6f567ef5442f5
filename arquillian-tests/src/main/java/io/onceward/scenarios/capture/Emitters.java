// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Emitters in a field, a constructor and an initializer. */
@ApplicationScoped
public class Emitters {

    @Inject
    @Channel(CaptureScenario.CHANNEL)
    Emitter<Placed> field;

    Emitter<Placed> constructor;
    Emitter<Placed> initializer;

    protected Emitters() {}

    @Inject
    public Emitters(@Channel(CaptureScenario.CHANNEL) Emitter<Placed> emitter) {
        this.constructor = emitter;
    }

    @Inject
    void initialize(@Channel(CaptureScenario.CHANNEL) Emitter<Placed> emitter) {
        this.initializer = emitter;
    }

    public Emitter<Placed> field() {
        return field;
    }

    public Emitter<Placed> constructor() {
        return constructor;
    }

    public Emitter<Placed> initializer() {
        return initializer;
    }
}
