// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import io.onceward.outbox.Recording;
import io.onceward.transaction.CallerTransaction;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The outbox of an engine for broker adapters.
 *
 * @param recordings opens a recording on a channel
 * @param targets finds the target of a channel
 * @param encoder encodes an object for a channel
 * @param transaction the transaction of the calling thread
 */
record EngineAdapterOutbox(
        Function<String, Recording> recordings,
        Function<String, Target> targets,
        BiFunction<String, Object, EncodedPayload> encoder,
        CallerTransaction transaction)
        implements AdapterOutbox {

    @Override
    public String record(String channel, Function<Target, AdapterEvent> event) {
        return recordings.apply(channel).record(() -> event.apply(targets.apply(channel)));
    }

    @Override
    public EncodedPayload encode(String channel, Object payload) {
        return encoder.apply(channel, payload);
    }

    @Override
    public RuntimeException refuse(RuntimeException failure) {
        return transaction.rollBackOnFailure(() -> {
            throw failure;
        });
    }
}
