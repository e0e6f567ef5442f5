// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Duration;
import java.time.Instant;

/**
 * Calls of durable methods with a time, a key or a name, which can be cancelled. Inject it, and call the method of an injected bean in a
 * lambda:
 *
 * <pre>{@code
 * String id = calls.in(Duration.ofDays(14)).record(() -> billing.remind(order));
 * calls.cancel(id);
 * }</pre>
 *
 * <p>The values that {@link #in}, {@link #at}, {@link #key} and {@link #name} set hold for the object that they return. Immutable and
 * thread-safe. Plain calls of a method with {@link Durable} need none of this.
 *
 * @since 0.1
 */
public interface DurableCalls {

    /**
     * Returns calls that run after a delay, which begins now. The clock of the database decides when it has passed.
     *
     * @param delay not negative, in whole milliseconds: parts of one are dropped
     * @throws InvalidCallException if the delay is negative or ends after the year 9999 ({@code OWD-0361})
     */
    DurableCalls in(Duration delay);

    /**
     * Returns calls that do not run before a time. With a time in the past they run after the commit.
     *
     * @param time in whole milliseconds: parts of one are dropped
     * @throws InvalidCallException if the time is before 1970 or after the year 9999 ({@code OWD-0361})
     */
    DurableCalls at(Instant time);

    /**
     * Returns calls with a key, instead of the argument with {@link EventKey}. Calls of one method with the same key run in the order in
     * which they were recorded, once they are due.
     *
     * @param key at most 255 characters; {@code null} for the argument
     */
    DurableCalls key(String key);

    /**
     * Returns calls that console, administration and log show with a name, as their type. The default is the name of the method.
     *
     * @param name at most 255 characters; {@code null} for the default
     */
    DurableCalls name(String name);

    /**
     * Records the one call of a durable method that a lambda makes on this thread. The call must pass the container, as one of an
     * injected bean does.
     *
     * @return the id of the call, at most 128 characters
     * @throws OncewardException if the call was not recorded; an active transaction is marked for rollback
     * @throws InvalidCallException if the lambda calls no durable method, or several ({@code OWD-0360})
     * @throws E what the lambda throws
     */
    <E extends Exception> String record(Call<E> call) throws E;

    /**
     * Cancels a call of this application, in the active transaction of the thread. If that commits, the call never runs. It waits for no
     * other transaction. A call that fails and waits for its next attempt, or that is parked, can be cancelled.
     *
     * @param id the id that {@link #record} has returned
     * @return {@code false} if the call has run, runs at the moment, is being cancelled by another transaction, or does not exist
     * @throws InvalidCallException if no transaction is active ({@code OWD-0362})
     * @throws OncewardException if the database refuses; the transaction is marked for rollback
     */
    boolean cancel(String id);

    /** A call of a durable method. */
    @FunctionalInterface
    interface Call<E extends Exception> {

        /** Calls the method. */
        void run() throws E;
    }
}
