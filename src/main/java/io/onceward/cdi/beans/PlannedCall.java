// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.DurableCalls;
import io.onceward.api.OutboxMetadata;
import io.onceward.cdi.deployment.DurableErrors;
import io.onceward.inbox.DurableQueue;
import java.time.Instant;
import java.util.function.Function;

/** The one call that the lambda of {@link DurableCalls#record} is to make, with the metadata that it gets. For one thread. */
final class PlannedCall {

    private static final ThreadLocal<PlannedCall> CURRENT = new ThreadLocal<>();

    private final OutboxMetadata metadata;
    private String id;

    private PlannedCall(OutboxMetadata metadata) {
        this.metadata = metadata;
    }

    /** Makes a call; returns the id with which it was recorded. */
    static <E extends Exception> String make(OutboxMetadata metadata, DurableCalls.Call<E> call) throws E {
        PlannedCall outer = CURRENT.get();
        PlannedCall planned = new PlannedCall(metadata);
        CURRENT.set(planned);
        try {
            call.run();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
        if (planned.id == null) {
            throw DurableErrors.notOneCall("none");
        }
        return planned.id;
    }

    /**
     * Records a call, planned or not.
     *
     * @param plain the metadata of a call that is not planned
     */
    static String record(OutboxMetadata plain, Function<OutboxMetadata, String> recording) {
        PlannedCall planned = CURRENT.get();
        if (planned == null) {
            return recording.apply(plain);
        }
        if (planned.id != null) {
            throw DurableErrors.notOneCall("several");
        }
        OutboxMetadata given = planned.metadata;
        Instant due = given.deliverAt() == null ? Instant.now() : given.deliverAt();
        OutboxMetadata keyed = given.key() == null ? given.withKey(plain.key()) : given;
        planned.id = recording.apply(keyed.withId(DurableQueue.callId(due)));
        return planned.id;
    }
}
