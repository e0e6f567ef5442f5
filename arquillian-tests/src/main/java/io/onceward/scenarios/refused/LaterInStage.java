// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.ejb.Stateless;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

// ---- mistakes

@Stateless
public class LaterInStage {

    @Outgoing("orders")
    public CompletionStage<String> later(String order) {
        return CompletableFuture.completedFuture(order);
    }
}
