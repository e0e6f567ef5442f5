// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The recording of the events of one call on one channel. It is opened before the call does its work and used after it; the
 * channel is then resolved and the transaction checked. For the thread that has opened it.
 */
public final class Recording {

    private final OutboxRecorder recorder;
    private final Channel channel;
    private final boolean joins;

    /** @param joins whether the events join the transaction of the thread; otherwise they have a new one */
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
     * @throws OncewardException if the event was not recorded
     */
    public String record(Object payload, OutboxMetadata metadata) {
        return record(payload, metadata, OutcomeListener.NONE);
    }

    /**
     * Records one event, as {@link #record(Object, OutboxMetadata)} does.
     *
     * @param listener learns how the transaction of the event has ended; if this method throws, the listener may or may not
     *     have been called
     * @return the id of the event
     * @throws OncewardException if the event was not recorded
     */
    public String record(Object payload, OutboxMetadata metadata, OutcomeListener listener) {
        return joins
                ? recorder.append(channel, payload, metadata, listener)
                : recorder.inOwnTransaction(channel, () -> recorder.append(channel, payload, metadata, listener));
    }

    /**
     * Records one event that an adapter has encoded, as {@link #record(Object, OutboxMetadata)} does.
     *
     * @param event makes the event
     * @return the id of the event
     * @throws OncewardException if the event was not recorded
     */
    public String record(Supplier<AdapterEvent> event) {
        return joins
                ? recorder.append(channel, event)
                : recorder.inOwnTransaction(channel, () -> recorder.append(channel, event));
    }

    /**
     * Records events after the call has done its work: all of them in one transaction, which is the thread's if there is one
     * by now. If the work has ended the transaction or marked it for rollback, the events are refused.
     *
     * @param events records each event with the recording that it receives
     * @return what {@code events} returns
     * @throws OncewardException if the events were not recorded; the transaction, if one is active, is marked for rollback
     */
    public <T> T afterWork(Function<Recording, T> events) {
        Recording joining = joins ? this : new Recording(recorder, channel, true);
        return joins || recorder.hasTransaction()
                ? recorder.inActiveTransaction(channel, () -> events.apply(joining))
                : recorder.inOwnTransaction(channel, () -> events.apply(joining));
    }

    /**
     * Sets the sentinel of the transaction before code of the application makes the next events. Only a transaction that {@link #afterWork}
     * has begun is still without one: it contains nothing but events, unless their elements change the database.
     */
    public void guardElements() {
        channel.sentinel().setInOwnTransaction();
    }
}
