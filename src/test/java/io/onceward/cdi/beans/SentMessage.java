// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A message that counts its acknowledgements. The test decides what its callbacks do. */
final class SentMessage implements Message<String> {

    final List<Throwable> refusals = new ArrayList<>();
    int acknowledgements;
    CompletableFuture<Void> acknowledged = CompletableFuture.completedFuture(null);
    Runnable onAck = () -> {};
    Consumer<Throwable> onNack = reason -> {};

    private final Supplier<String> payload;

    SentMessage(Supplier<String> payload) {
        this.payload = payload;
    }

    @Override
    public String getPayload() {
        return payload.get();
    }

    @Override
    public CompletionStage<Void> ack() {
        acknowledgements++;
        onAck.run();
        return acknowledged;
    }

    @Override
    public CompletionStage<Void> nack(Throwable reason) {
        refusals.add(reason);
        onNack.accept(reason);
        return CompletableFuture.completedFuture(null);
    }
}
