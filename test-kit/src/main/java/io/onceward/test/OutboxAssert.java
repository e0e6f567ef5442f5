// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Objects;

/**
 * Assertions about a test outbox. Use them only in the thread of the test.
 *
 * @since 0.1
 */
public final class OutboxAssert {

    private final TestOutbox outbox;

    OutboxAssert(TestOutbox outbox) {
        this.outbox = outbox;
    }

    /**
     * Asserts that a committed transaction has recorded an event on a channel.
     *
     * @return assertions about the events of the channel
     */
    public EventsAssert recorded(String channel) {
        return EventsAssert.of(outbox, Objects.requireNonNull(channel, "channel"))
                .atLeastOne();
    }

    /** Asserts that no committed transaction has recorded an event. */
    public OutboxAssert recordedNothing() {
        EventsAssert.of(outbox, null).none();
        return this;
    }

    /** Asserts that no committed transaction has recorded an event on a channel. */
    public OutboxAssert recordedNothing(String channel) {
        EventsAssert.of(outbox, Objects.requireNonNull(channel, "channel")).none();
        return this;
    }

    /**
     * Returns assertions about a handler of the builder or of a bean under test.
     *
     * @param handler the name; that of a durable observer or method also without its prefix {@code observer:} or {@code call:}
     *
     * @throws io.onceward.api.OncewardException {@code OWD-0333} if there is no such handler
     */
    public HandlerAssert handler(String handler) {
        String name = outbox.handlerName(handler);
        return new HandlerAssert(outbox, name, outbox.handler(name));
    }

    /**
     * Returns assertions about a method of a bean under test that handles messages, events or calls: an {@code @Incoming}, {@code
     * @Idempotent} or {@code @Durable} method, or a durable observer.
     *
     * @param method the name of the method
     * @throws io.onceward.api.OncewardException {@code OWD-0333} if the bean has no such method, or several with this name
     */
    public HandlerAssert handler(Class<?> bean, String method) {
        return handler(
                outbox.handlerName(Objects.requireNonNull(bean, "bean"), Objects.requireNonNull(method, "method")));
    }
}
