// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A message that notes how it was acknowledged. */
public record AcknowledgedMessage(Placed payload, List<String> calls) implements Message<Placed> {

    @Override
    public Placed getPayload() {
        return payload;
    }

    @Override
    public CompletionStage<Void> ack() {
        calls.add("ack");
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> nack(Throwable reason) {
        calls.add("nack " + reason.getMessage().substring(0, 8));
        return CompletableFuture.completedFuture(null);
    }
}
