// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxMetadata;
import java.util.function.Function;

/**
 * One call that records events on one channel: opened before the work of the call, used after it. The channel is resolved
 * and the transaction checked. Belongs to the thread that has opened it.
 */
public final class Recording {

    private final OutboxRecorder recorder;
    private final Channel channel;
    private final boolean joins;

    /** @param joins whether the events go into the transaction of the thread; otherwise they open their own */
    Recording(OutboxRecorder recorder, Channel channel, boolean joins) {
        this.recorder = recorder;
        this.channel = channel;
        this.joins = joins;
    }

    /**
     * Records one event. If that fails, the transaction is marked for rollback: business data never commit without the event
     * that belongs to them.
     *
     * @return the id of the event
     * @throws OnceboxException if the event was not recorded
     */
    public String record(Object payload, OutboxMetadata metadata) {
        return joins
                ? recorder.append(channel, payload, metadata)
                : recorder.inOwnTransaction(channel, () -> recorder.append(channel, payload, metadata));
    }

    /**
     * Records the events of work that has run since this recording was opened: all of them in one transaction. The work may
     * have ended the transaction, or marked it for rollback; the events are then refused.
     *
     * @param events records each event by the recording that it is given
     * @return what {@code events} returns
     * @throws OnceboxException if the events were not recorded; the transaction, if one is active, is marked for rollback
     */
    public <T> T afterWork(Function<Recording, T> events) {
        return joins
                ? recorder.inSameTransaction(channel, () -> events.apply(this))
                : recorder.inOwnTransaction(channel, () -> events.apply(new Recording(recorder, channel, true)));
    }
}
