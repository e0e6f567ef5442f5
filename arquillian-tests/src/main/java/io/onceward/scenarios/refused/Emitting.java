// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** A bean that a deployment accepts if the channel is Onceward's. */
@ApplicationScoped
class Emitting {

    @Inject
    @Channel("orders")
    Emitter<String> orders;
}
