// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import java.util.function.Function;

/** An outbox for calls that record nothing. */
final class NoOutbox implements AdapterOutbox {

    @Override
    public String record(String channel, Function<Target, AdapterEvent> event) {
        throw new AssertionError("recorded");
    }

    @Override
    public EncodedPayload encode(String channel, Object payload) {
        throw new AssertionError("encoded");
    }

    @Override
    public RuntimeException refuse(RuntimeException failure) {
        throw failure;
    }
}
