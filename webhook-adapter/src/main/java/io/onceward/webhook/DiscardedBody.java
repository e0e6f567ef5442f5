// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Reads the body of an answer and discards it. A body that is too long is cut off, and its connection is closed. */
final class DiscardedBody implements BodySubscriber<Void> {

    /** An answer to a webhook has a short body or none. */
    static final int MAX_BYTES = 64 << 10;

    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private Subscription subscription;
    private long bytes;

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            bytes += buffer.remaining();
        }
        if (bytes > MAX_BYTES) {
            subscription.cancel();
            end.complete(null);
        } else {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        end.complete(null);
    }

    @Override
    public CompletionStage<Void> getBody() {
        return end;
    }
}
