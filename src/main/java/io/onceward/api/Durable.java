// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a CDI observer durable: it runs after the commit of the transaction that fires the event, in its own transaction, until one
 * commits or the event is parked. No broker takes part.
 *
 * <pre>{@code
 * void bill(@Observes @Durable OrderPlaced event) { ... }
 * }</pre>
 *
 * <p>Firing the event records it for the observer, in the transaction of the thread. If that transaction rolls back, the observer
 * never runs. If it commits, the effects of the observer in the datasource of the inbox commit once, even if a node crashes at any
 * point. Events with the same {@link EventKey} reach an observer in the order in which they were recorded. Observers are independent of
 * each other: each has its own queue, with retries, parking and pauses, as a handler of stored messages.
 *
 * <p>The event is stored as JSON, or by a {@code PayloadCodec} of the application, and the observer gets a copy. Therefore the parameter
 * must be of the class of the event, and that class must not be abstract. An event of a subclass is refused when it is fired ({@code
 * OWD-0343}). The deployment refuses what can't be durable, such as {@code @ObservesAsync}, a transaction phase, or a {@code
 * @Priority} ({@code OWD-0342}). {@link FailurePolicy} may stand on the method or its class.
 *
 * <p><b>On a {@code void} method of a bean</b>: a call records the arguments in the transaction of the caller, and returns. The method runs
 * after the commit, as an observer does. A call within the bean does not pass the container, and runs at once. Calls with the same argument
 * for the parameter with {@link EventKey}, if there is one, run in the order in which they were recorded. {@link DurableCalls} delays and
 * cancels calls.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.METHOD})
public @interface Durable {

    /**
     * Returns the name of the observer, at most 240 characters, which its recorded events contain. The default is the name of the
     * class, {@code #} and the name of the method ({@code com.shop.Billing#bill}). With a set name, a renamed method keeps its events.
     */
    String name() default "";

    /**
     * Returns the version of the parameters of a method, at least 1. Raise it when they change, and provide an {@link Upcaster} for recorded calls
     * of the earlier version. A node whose method has an earlier version leaves the call to a node with this one. The version of an event is
     * that of its class ({@link EventType#version}), so an observer has none.
     */
    int version() default 1;
}
